package io.taskforge.server.api;

import io.taskforge.job.JobType;
import io.taskforge.json.Fault;

/** Job types that only the server may enqueue. */
final class ReservedJobTypes {
  private ReservedJobTypes() {}

  static Fault fault(String key, JobType type) {
    return new Fault(
        key, type.value(), "must be another type: this one is reserved for webhook deliveries");
  }
}
