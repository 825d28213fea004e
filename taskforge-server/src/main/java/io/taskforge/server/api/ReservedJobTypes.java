package io.taskforge.server.api;

import io.taskforge.job.JobTypeName;
import io.taskforge.json.Fault;

/** Job types that only the server may enqueue. */
final class ReservedJobTypes {
  private ReservedJobTypes() {}

  static Fault fault(String key, JobTypeName type) {
    return new Fault(
        key, type.value(), "must be another type: this one is reserved for webhook deliveries");
  }
}
