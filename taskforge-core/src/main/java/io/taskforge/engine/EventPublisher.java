package io.taskforge.engine;

import io.taskforge.destination.DestinationChange;
import io.taskforge.destination.DestinationDecision;
import io.taskforge.destination.DestinationId;
import io.taskforge.destination.DestinationMode;
import io.taskforge.event.DestinationEvent;
import io.taskforge.event.JobEvent;
import io.taskforge.event.JobEvent.Execution;
import io.taskforge.event.JobListener;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobState;
import io.taskforge.job.Transition;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes events to the listeners, in order for each job. */
public final class EventPublisher {
  private static final Logger LOG = LoggerFactory.getLogger(EventPublisher.class);

  private final List<JobListener> listeners;
  private final Consumer<Settlement> settled;
  private final NotificationOrder order = new NotificationOrder();

  /** {@code settled} is called with each committed result, after the listeners. */
  EventPublisher(List<JobListener> listeners, Consumer<Settlement> settled) {
    this.listeners = List.copyOf(listeners);
    this.settled = settled;
  }

  /** Calls every listener; one that throws is logged and does not affect the others. */
  public void publish(JobEvent event) {
    for (JobListener listener : listeners) {
      try {
        listener.on(event);
      } catch (Throwable e) { // whatever a listener throws, the job keeps its result
        LOG.error("listener {} failed on {}", listener.getClass().getName(), event, e);
      }
    }
  }

  /** Tells listeners what changed in a destination; in shadow mode, nothing has. */
  void destinationChanged(DestinationId id, DestinationDecision decision, DestinationMode mode) {
    for (DestinationChange change : decision.changes()) {
      DestinationEvent event = new DestinationEvent(id, change, mode == DestinationMode.SHADOW);
      for (JobListener listener : listeners) {
        try {
          listener.destinationChanged(event);
        } catch (Throwable e) { // whatever a listener throws, the change is made
          LOG.error("listener {} failed on {}", listener.getClass().getName(), event, e);
        }
      }
    }
  }

  boolean isEmpty() {
    return listeners.isEmpty();
  }

  /** Announces an event that the calling thread will publish once the store has committed it. */
  NotificationOrder.Notification begin(JobId job) {
    return order.begin(job);
  }

  void claimed(ClaimedJob job, WorkerId worker) {
    order.await(job.id());
    Duration waited = Duration.between(job.scheduledAt(), job.claimedAt());
    publish(
        new JobEvent(
            job.identity(),
            Transition.CLAIMED,
            JobState.RUNNING,
            job.number(),
            job.counters(),
            "",
            new Execution(worker, null, waited, null),
            null));
  }

  void changed(Job job, Transition transition, JobState state, String explanation) {
    order.await(job.id());
    DeadLetter dead = job.deadLetter();
    JobIdentity home =
        dead == null
            ? job.identity()
            : new JobIdentity(job.id(), dead.movedFrom(), job.type(), job.tenant());
    publish(
        new JobEvent(
            home,
            transition,
            state,
            job.number(),
            job.counters(),
            explanation,
            new Execution(null, null, null, state.isFinal() ? null : job.runAt()),
            null));
  }

  void settled(Settlement settlement) {
    ClaimedJob job = settlement.job();
    publish(
        JobEvent.of(
            job.identity(),
            settlement.number(),
            settlement.verdict(),
            new Execution(
                settlement.worker(),
                settlement.run().duration(),
                null,
                settlement.nextRunAt(job.claimedAt()))));
    settled.accept(settlement);
  }
}
