package io.taskforge.engine;

import io.taskforge.event.JobEvent;
import io.taskforge.event.JobListener;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.Transition;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells listeners what happened. */
public final class Events {
  private static final Logger LOG = LoggerFactory.getLogger(Events.class);

  private final List<JobListener> listeners;
  private final NotificationOrder tellings = new NotificationOrder();

  public Events(List<JobListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  /** Tells every listener; one that throws is logged, and the others are told all the same. */
  public void tell(JobEvent event) {
    for (JobListener listener : listeners) {
      try {
        listener.on(event);
      } catch (Throwable e) { // a listener must not cost a job its result, whatever it throws
        LOG.error("listener {} failed on {}", listener.getClass().getName(), event, e);
      }
    }
  }

  boolean isEmpty() {
    return listeners.isEmpty();
  }

  /** Announces a result that the calling thread will tell of, once the store has it. */
  NotificationOrder.Telling begin(JobId job) {
    return tellings.begin(job);
  }

  void claimed(ClaimedJob job) {
    tellings.await(job.id());
    Duration waited = Duration.between(job.scheduledAt(), job.claimedAt());
    tell(
        new JobEvent(
            job.id(),
            job.queue(),
            job.type(),
            job.tenant(),
            Transition.CLAIMED,
            JobState.RUNNING,
            job.number(),
            job.counters(),
            0,
            null,
            null,
            waited,
            null,
            null,
            ""));
  }

  void changed(Job job, Transition transition, JobState state, String explanation) {
    tellings.await(job.id());
    tell(
        new JobEvent(
            job.id(),
            job.queue(),
            job.type(),
            job.tenant(),
            transition,
            state,
            job.number(),
            job.counters(),
            0,
            null,
            null,
            null,
            null,
            state.isFinal() ? null : job.runAt(),
            explanation));
  }

  void settled(Pending pending) {
    Settlement settlement = pending.settlement();
    ClaimedJob job = settlement.job();
    Duration delay = settlement.next() instanceof Settlement.RunAgain again ? again.delay() : null;
    Instant ended = settlement.finishedAt(job.claimedAt());
    tell(
        new JobEvent(
            job.id(),
            job.queue(),
            job.type(),
            job.tenant(),
            settlement.transition(),
            settlement.stateAfter(),
            settlement.number(),
            settlement.counters(),
            pending.maxRetries(),
            settlement.failure(),
            settlement.duration(),
            null,
            delay,
            delay == null ? null : ended.plus(delay),
            settlement.explanation()));
  }
}
