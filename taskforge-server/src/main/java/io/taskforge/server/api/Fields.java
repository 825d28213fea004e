package io.taskforge.server.api;

import io.taskforge.job.JobId;
import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Limits;

/** The fields that several routes share. */
final class Fields {
  static final Field<JobId> JOB_ID = Field.text("id", "the job's id", JobId::parse);
  static final Field<QueueName> QUEUE = Field.text("queue", "a queue's name", QueueName::new);
  static final Field<QueueName> QUEUE_NAME = Field.text("name", "the queue's name", QueueName::new);
  static final Field<JobType> TYPE = Field.text("type", "a job type", JobType::new);
  static final Field<TenantId> TENANT = Field.text("tenant", "a tenant's id", TenantId::new);
  static final Field<Integer> LIMIT =
      Field.integer(
          "limit", "how many at most; " + Limits.DEFAULT_PAGE + " by default", 1, Limits.MAX_PAGE);
  static final Field<String> REASON = Field.text("reason", "why, for the job's history", 1_000);

  private Fields() {}
}
