package io.taskforge.engine;

import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.job.ChangeNote;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Job;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.job.Transition;
import io.taskforge.store.JobStore;
import io.taskforge.text.StoredText;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes jobs outside their attempts (cancel, retry now, redrive), and notifies listeners. */
public final class JobChanges {
  private static final Logger LOG = LoggerFactory.getLogger(JobChanges.class);

  private final JobStore store;
  private final Committer committer;
  private final EventPublisher events;
  private final JobArrivals arrivals;

  JobChanges(JobStore store, Committer committer, EventPublisher events, JobArrivals arrivals) {
    this.store = store;
    this.committer = committer;
    this.events = events;
    this.arrivals = arrivals;
  }

  /** Changes a job, notifies listeners, and fetches the job if it waits, and its follow-up jobs. */
  public ChangeResult change(JobId id, JobChange change, String explanation) {
    ChangeResult result = store.change(id, change);
    arrivals.fetchFollowUps();
    JobState state = result.state();
    if (result.status() == ChangeResult.Status.CHANGED && state != null) {
      publish(List.of(id), change.transition(), state, StoredText.text(explanation));
      if (!state.isFinal()) {
        arrivals.wakeFetcher();
      }
    }
    return result;
  }

  /**
   * Moves a waiting or FAILED job to the dead letter queue of its queue. Refused in other states,
   * and if the queue has no dead letter queue.
   */
  public ChangeResult deadLetter(JobId id, String reason) {
    Optional<Job> job = store.queries().job(id);
    if (job.isEmpty()) {
      return new ChangeResult(ChangeResult.Status.NOT_FOUND, null);
    }
    QueueName deadLetters =
        store
            .queue(job.get().queue())
            .map(queue -> queue.settings().deadLetterQueue())
            .orElse(null);
    return deadLetters == null
        ? new ChangeResult(ChangeResult.Status.REFUSED, job.get().state())
        : change(id, new JobChange.DeadLetter(reason, deadLetters), reason);
  }

  /**
   * Redrives jobs from their dead letter queues; answers are in the order of {@code ids}.
   *
   * @param target the queue to move them to, or null for the queue that each job came from
   */
  public List<ChangeResult> redrive(List<JobId> ids, @Nullable QueueName target, ChangeNote note) {
    if (target != null) {
      arrivals.declare(Set.of(target));
    }
    List<ChangeResult> results = store.restart(ids, new JobRestart(JobState.DEAD, target, note));
    List<JobId> changed =
        IntStream.range(0, results.size())
            .filter(i -> results.get(i).status() == ChangeResult.Status.CHANGED)
            .mapToObj(ids::get)
            .toList();
    restarted(changed, Transition.REDRIVEN, "redriven by hand");
    return results;
  }

  /** Notifies listeners of jobs that were redriven or retried in bulk, and fetches them. */
  public void restarted(List<JobId> ids, Transition transition, String explanation) {
    publish(ids, transition, JobState.QUEUED, explanation);
    arrivals.wakeFetcher();
  }

  private void publish(List<JobId> ids, Transition transition, JobState state, String explanation) {
    if (events.isEmpty() || ids.isEmpty()) {
      return;
    }
    try {
      ids.forEach(committer::awaitTold);
      for (Job job : store.queries().jobs(ids).values()) {
        events.changed(job, transition, state, explanation);
      }
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e))
          .log("listeners not told that jobs {} are {}: {}", ids, state, e.getMessage());
    }
  }
}
