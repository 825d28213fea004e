package io.taskforge.testing.metrics;

import io.taskforge.event.JobEvent;
import io.taskforge.event.JobListener;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.Transition;
import java.time.Duration;
import java.util.UUID;

/** Events that only a crash or a shutdown causes. */
final class Stories {
  private Stories() {}

  static void tell(JobListener listener) {
    listener.on(event(Transition.LEASE_LOST, JobState.RETRYING, new Counters(0, 1, 0)));
    listener.on(event(Transition.INTERRUPTED, JobState.QUEUED, new Counters(0, 0, 1)));
  }

  private static JobEvent event(Transition transition, JobState state, Counters counters) {
    return new JobEvent(
        new JobId(new UUID(7, 7)),
        QueueName.DEFAULT,
        new JobType("fine"),
        TenantId.DEFAULT,
        transition,
        state,
        new AttemptNumber(1, 0, 0),
        counters,
        0,
        null,
        Duration.ofSeconds(20),
        null,
        Duration.ZERO,
        null,
        "");
  }
}
