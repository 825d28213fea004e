package io.taskforge.server.api;

import io.taskforge.job.JobType;
import io.taskforge.retry.Fault;

/** Job types that are the server's own. */
final class ServerTypes {
  private ServerTypes() {}

  static Fault fault(String key, JobType type) {
    return new Fault(
        key,
        type.value(),
        "must be another type: jobs of this one the server makes itself, for webhooks");
  }
}
