package io.taskforge.schedule;

import io.taskforge.json.Fault;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A schedule was refused; {@link #faults()} and the message name everything that is wrong with it.
 */
public final class InvalidScheduleException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<Fault> faults;

  InvalidScheduleException(List<Fault> faults) {
    super(
        "invalid schedule: "
            + faults.stream().map(Fault::toString).collect(Collectors.joining("; ")));
    this.faults = List.copyOf(faults);
  }

  /** Everything that is wrong, each with its key, its value and what is allowed; never empty. */
  public List<Fault> faults() {
    return faults;
  }
}
