package io.taskforge.server.api;

import io.taskforge.job.JobTypeName;
import io.taskforge.json.strict.JsonValue;

/** Job types that only the server may enqueue. */
final class ReservedJobTypes {
  private ReservedJobTypes() {}

  static void fault(JsonValue at, JobTypeName type) {
    at.shownAs(type.value())
        .fault("must be another type: this one is reserved for webhook deliveries");
  }
}
