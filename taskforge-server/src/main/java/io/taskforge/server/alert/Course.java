package io.taskforge.server.alert;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a condition has gone so far.
 *
 * @param since when the value was first seen above the bound
 * @param alert the id of the alert that was raised for it, or null while none was
 * @param clearSince since when the value is well below the bound again, or null while it is not
 */
record Course(Instant since, @Nullable String alert, @Nullable Instant clearSince) {
  static Course begun(Instant now) {
    return new Course(now, null, null);
  }

  Course raised(String id) {
    return new Course(since, id, null);
  }

  Course clear(Instant now) {
    return new Course(since, alert, clearSince == null ? now : clearSince);
  }

  Course notClear() {
    return new Course(since, alert, null);
  }
}
