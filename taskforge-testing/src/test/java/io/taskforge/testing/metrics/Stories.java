package io.taskforge.testing.metrics;

import io.taskforge.event.JobEvent;
import io.taskforge.event.JobListener;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import java.time.Duration;
import java.util.UUID;

/** Events that only a crash or a shutdown causes. */
final class Stories {
  private Stories() {}

  static void tell(JobListener listener) {
    listener.on(event(AttemptStatus.LOST, Transition.LEASE_LOST, new Counters(0, 1, 0)));
    listener.on(event(AttemptStatus.INTERRUPTED, Transition.INTERRUPTED, new Counters(0, 0, 1)));
  }

  private static JobEvent event(AttemptStatus status, Transition transition, Counters counters) {
    return JobEvent.of(
        new JobIdentity(
            new JobId(new UUID(7, 7)),
            QueueName.DEFAULT,
            new JobTypeName("fine"),
            TenantId.DEFAULT),
        new AttemptNumber(1, 0, 0),
        Verdict.of(
            status, transition, new Verdict.RunAgain(Duration.ZERO, false), counters, null, ""),
        new JobEvent.Execution(null, Duration.ofSeconds(20), null, null));
  }
}
