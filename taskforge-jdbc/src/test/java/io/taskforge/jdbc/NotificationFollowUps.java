package io.taskforge.jdbc;

import io.taskforge.job.EndedJob;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.util.List;
import java.util.UUID;

/**
 * Enqueues a follow-up job of type {@code tell} when a job of any other type ends; its payload is
 * that job's id.
 */
public final class NotificationFollowUps implements FollowUps {
  public static final JobTypeName TYPE = new JobTypeName("tell");
  public static final QueueName QUEUE = new QueueName("told");

  @Override
  public boolean wants(TenantId tenant, QueueName queue, JobTypeName type, JobState state) {
    return !type.equals(TYPE);
  }

  @Override
  public List<NewJob> after(List<EndedJob> ended) {
    return ended.stream().map(NotificationFollowUps::tell).toList();
  }

  public static NewJob tell(EndedJob end) {
    long high = end.at().toEpochMilli() << 16 | 0x7000;
    return NewJob.of(
        new JobIdentity(
            new JobId(new UUID(high, UUID.randomUUID().getLeastSignificantBits())),
            QUEUE,
            TYPE,
            end.tenant()),
        new Payload("\"" + end.id() + "\""));
  }
}
