package io.taskforge.server.alert;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.engine.EngineAccess.withEnvironment;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.store.JobStore;
import io.taskforge.testing.ManualClock;
import io.taskforge.testing.SequentialIds;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.SplittableRandom;

/** Adds dead letters to a store and removes them. */
final class DeadLetterJobs {
  private final JobStore store;
  private final TaskForge forge;

  DeadLetterJobs(JobStore store, ManualClock clock) {
    this.store = store;
    store.putQueue(new QueueName("mail"), QueueSettings.of(null, new QueueName("mail.dead")));
    Instant start = clock.instant();
    this.forge =
        withEnvironment(
                TaskForge.builder(),
                new EngineEnvironment(
                    () -> Duration.between(start, clock.instant()).toNanos(),
                    new SplittableRandom(42),
                    new SequentialIds(clock),
                    (name, concurrency) -> HandlerThreads.direct()))
            .store(store)
            .retryPolicy(Objects.requireNonNull(RetryPolicies.all().get("once")))
            .queue("mail")
            .handler(
                JobType.of("work", String.class),
                (payload, context) -> {
                  throw new IllegalStateException("it always fails");
                })
            .build();
    engineOf(forge).readQueues();
  }

  void addOne() {
    addOne(TenantId.DEFAULT.value());
  }

  void addOne(String tenant) {
    forge.enqueue(JobRequest.of("work", "payload").queue("mail").tenant(tenant));
    engineOf(forge).readQueues();
    engineOf(forge).fetch();
    engineOf(forge).commit();
  }

  void cancelAll() {
    cancel(JobFilter.all(100).state(JobState.DEAD));
  }

  void cancelAll(String tenant) {
    cancel(JobFilter.all(100).state(JobState.DEAD).tenant(new TenantId(tenant)));
  }

  private void cancel(JobFilter which) {
    store
        .queries()
        .list(which)
        .items()
        .forEach(job -> store.change(job.id(), new JobChange.Cancel("not needed")));
  }
}
