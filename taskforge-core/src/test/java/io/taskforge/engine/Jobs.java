package io.taskforge.engine;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.Counters;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeaseRef;
import java.time.Instant;
import java.util.UUID;

/** Claimed jobs for unit tests. */
final class Jobs {
  static final Instant CLAIMED_AT = Instant.parse("2030-01-01T00:00:00Z");
  static final QueueName DEAD = new QueueName("dead");

  private Jobs() {}

  static ClaimedJob claimed(Guarantee guarantee, Counters counters) {
    return claimed(guarantee, counters, false);
  }

  static ClaimedJob claimed(Guarantee guarantee, Counters counters, boolean cancelRequested) {
    return claimed(0, guarantee, counters, cancelRequested);
  }

  static ClaimedJob claimed(
      int position, Guarantee guarantee, Counters counters, boolean cancelRequested) {
    return new ClaimedJob(
        new JobIdentity(
            new JobId(new UUID(1, 1)),
            QueueName.DEFAULT,
            new JobTypeName("call"),
            TenantId.DEFAULT),
        "null",
        new JobSettings(0, guarantee, null, null, null, null),
        new ClaimedJob.Claim(
            new LeaseRef(1, position), CLAIMED_AT, new WorkerId("gone"), cancelRequested),
        new AttemptNumber(1, 0, 0),
        counters,
        new ClaimedJob.Timing(CLAIMED_AT, null, null));
  }
}
