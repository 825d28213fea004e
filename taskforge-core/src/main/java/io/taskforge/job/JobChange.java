package io.taskforge.job;

import io.taskforge.text.StoredText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** What a person may do to a job. */
public sealed interface JobChange {
  /**
   * Stop it: a waiting, failed or dead job is CANCELLED at once; a running one when its worker
   * notices, if it does not end before.
   */
  record Cancel(String reason) implements JobChange {
    public Cancel {
      reason = StoredText.text(reason);
    }
  }

  /**
   * Run a waiting job now, or a FAILED or CANCELLED one anew with its counters at zero. Refused for
   * an AT_MOST_ONCE job that has been started, as {@link Redrive} is: enqueue another.
   */
  record RetryNow() implements JobChange {}

  /** Run a waiting job at another time. */
  record Reschedule(Instant runAt) implements JobChange {
    public Reschedule {
      // Stores keep microseconds; cut here, so that every store says the same.
      runAt = runAt.truncatedTo(ChronoUnit.MICROS);
    }
  }

  /** Let a RETRYING job rest as FAILED. */
  record CancelRetries(String reason) implements JobChange {
    public CancelRetries {
      reason = StoredText.text(reason);
    }
  }

  /**
   * Take a DEAD job out of its dead letter queue, counters at zero.
   *
   * @param target where to, or null for the queue that it came from
   */
  record Redrive(@Nullable QueueName target) implements JobChange {}
}
