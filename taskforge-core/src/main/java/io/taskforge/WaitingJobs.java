package io.taskforge;

import io.taskforge.destination.Destination;
import io.taskforge.engine.Engine;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.query.JobFilter;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.query.WhyWaiting;
import io.taskforge.query.WorkerInfo;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.stats.DurationHistogram;
import io.taskforge.stats.JobFigures;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects what is known about a waiting job. The cost does not depend on how many jobs wait. */
final class WaitingJobs {
  private final JobStore store;
  private final Engine engine;
  private final Destinations destinations;

  WaitingJobs(JobStore store, Engine engine, Destinations destinations) {
    this.store = store;
    this.engine = engine;
    this.destinations = destinations;
  }

  Optional<WhyWaiting> why(JobId id) {
    return store.queries().job(id).map(job -> WhyWaiting.of(job, situation(job)));
  }

  private WhyWaiting.Situation situation(Job job) {
    JobQueries queries = store.queries();
    Instant now = store.now();
    Optional<Queue> queue = store.queue(job.queue());
    QueueSettings settings = queue.map(Queue::settings).orElse(QueueSettings.NONE);
    DurationHistogram runs =
        JobFigures.of(
                queries.statistics(
                    StatisticsFilter.of(now.minus(Duration.ofHours(1)), now).queue(job.queue())))
            .runTimes();
    List<WorkerInfo> workers =
        queries.workers().stream()
            .filter(worker -> worker.queues().contains(job.queue()))
            .filter(worker -> worker.types().contains(job.type()))
            .toList();
    return new WhyWaiting.Situation(
        now,
        new WhyWaiting.QueueSituation(
            settings,
            queue.map(Queue::paused).orElse(false),
            settings.concurrency() == null
                ? 0
                : queries.count(JobFilter.all(1).queue(job.queue()).state(JobState.RUNNING))),
        workers,
        // Other workers do not say how many jobs of each tenant they run.
        workers.stream().anyMatch(worker -> worker.id().equals(engine.worker()))
            ? engine.tenantAtLimit(job.tenant())
            : 0,
        queries.ahead(job.id(), WhyWaiting.MAX_COUNTED),
        runs.count() == 0 ? null : runs.average(),
        destination(job));
  }

  private @Nullable Destination destination(Job job) {
    return destinations.of(job).flatMap(destinations::find).orElse(null);
  }
}
