package io.taskforge.job;

import io.taskforge.text.StoredText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** A change that a user can make to a job. */
public sealed interface JobChange {
  /** The state change that this change makes. */
  Transition transition();

  /** Whether this change can be made to a job in this state; it is refused in all others. */
  default boolean isAllowedIn(JobState state) {
    return transition().from().contains(state);
  }

  /**
   * Cancel it: a waiting, failed or dead job is CANCELLED at once; a running one when its worker
   * notices, unless it ends before.
   *
   * @param by who requested it, or null; kept if this ends a stay in a dead letter queue
   */
  record Cancel(String reason, @Nullable String by) implements JobChange {
    public Cancel {
      reason = StoredText.text(reason);
    }

    /** Cancel it, without saying who requested it. */
    public Cancel(String reason) {
      this(reason, null);
    }

    /** Who requested it and why. */
    public ChangeNote note() {
      return new ChangeNote(by, reason);
    }

    @Override
    public Transition transition() {
      return Transition.CANCELLED_BY_REQUEST;
    }
  }

  /**
   * Run a waiting job now, or a FAILED or CANCELLED one again with its counters at zero. Refused
   * for an AT_MOST_ONCE job that has been started, as {@link Redrive} is: enqueue another.
   */
  record RetryNow() implements JobChange {
    @Override
    public Transition transition() {
      return Transition.RETRIED_NOW;
    }
  }

  /** Run a waiting job at another time. */
  record Reschedule(Instant runAt) implements JobChange {
    public Reschedule {
      // Stores keep microseconds; truncated here, so that all stores return the same value.
      runAt = runAt.truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    public Transition transition() {
      return Transition.RESCHEDULED;
    }
  }

  /** Cancel the retry of a RETRYING job, which becomes FAILED. */
  record CancelRetries(String reason) implements JobChange {
    public CancelRetries {
      reason = StoredText.text(reason);
    }

    @Override
    public Transition transition() {
      return Transition.RETRIES_CANCELLED;
    }
  }

  /**
   * Move a waiting or FAILED job to a dead letter queue.
   *
   * @param queue the dead letter queue
   */
  record DeadLetter(String reason, QueueName queue) implements JobChange {
    public DeadLetter {
      reason = StoredText.text(reason);
    }

    @Override
    public Transition transition() {
      return Transition.DEAD_LETTERED_BY_REQUEST;
    }
  }

  /**
   * Take a DEAD job out of its dead letter queue, counters at zero.
   *
   * @param target the queue to move it to, or null for the queue that it came from
   */
  record Redrive(@Nullable QueueName target, ChangeNote note) implements JobChange {
    /** Redrive it, without saying who requested it and why. */
    public Redrive(@Nullable QueueName target) {
      this(target, ChangeNote.NONE);
    }

    @Override
    public Transition transition() {
      return Transition.REDRIVEN;
    }
  }
}
