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
record ConditionState(Instant since, @Nullable String alert, @Nullable Instant clearSince) {
  static ConditionState begun(Instant now) {
    return new ConditionState(now, null, null);
  }

  ConditionState raised(String id) {
    return new ConditionState(since, id, null);
  }

  ConditionState clear(Instant now) {
    return new ConditionState(since, alert, clearSince == null ? now : clearSince);
  }

  ConditionState notClear() {
    return new ConditionState(since, alert, null);
  }
}
