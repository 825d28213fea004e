package io.taskforge.retry;

import io.taskforge.json.Fault;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A policy was refused; {@link #faults()} and the message name everything that is wrong with it.
 */
public final class InvalidPolicyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<Fault> faults;

  public InvalidPolicyException(List<Fault> faults) {
    super(
        "invalid retry policy: "
            + faults.stream().map(Fault::toString).collect(Collectors.joining("; ")));
    this.faults = List.copyOf(faults);
  }

  /** Everything that is wrong, in the order of the policy's keys; never empty. */
  public List<Fault> faults() {
    return faults;
  }
}
