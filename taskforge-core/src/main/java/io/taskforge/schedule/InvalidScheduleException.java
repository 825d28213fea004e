package io.taskforge.schedule;

import io.taskforge.json.Fault;
import java.util.List;
import java.util.stream.Collectors;

/** Thrown for an invalid schedule; {@link #faults()} and the message list every fault. */
public final class InvalidScheduleException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<Fault> faults;

  InvalidScheduleException(List<Fault> faults) {
    super(
        "invalid schedule: "
            + faults.stream().map(Fault::toString).collect(Collectors.joining("; ")));
    this.faults = List.copyOf(faults);
  }

  /** The faults, each with its key, value and rule; never empty. */
  public List<Fault> faults() {
    return faults;
  }
}
