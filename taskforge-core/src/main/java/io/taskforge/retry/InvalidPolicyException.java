package io.taskforge.retry;

import io.taskforge.json.Fault;
import java.util.List;
import java.util.stream.Collectors;

/** Thrown for an invalid retry policy; {@link #faults()} and the message list every fault. */
public final class InvalidPolicyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<Fault> faults;

  /** Creates an exception with all faults of a policy. */
  public InvalidPolicyException(List<Fault> faults) {
    super(
        "invalid retry policy: "
            + faults.stream().map(Fault::toString).collect(Collectors.joining("; ")));
    this.faults = List.copyOf(faults);
  }

  /** The faults, in the order of the policy's keys; never empty. */
  public List<Fault> faults() {
    return faults;
  }
}
