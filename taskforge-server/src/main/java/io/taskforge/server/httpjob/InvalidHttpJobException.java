package io.taskforge.server.httpjob;

import io.taskforge.json.Fault;
import java.util.List;
import java.util.stream.Collectors;

/** The payload of an HTTP job is invalid; {@link #faults()} and the message list all faults. */
public final class InvalidHttpJobException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<Fault> faults;

  InvalidHttpJobException(List<Fault> faults) {
    super(
        "invalid HTTP job: "
            + faults.stream().map(Fault::toString).collect(Collectors.joining("; ")));
    this.faults = List.copyOf(faults);
  }

  /** All faults; never empty. */
  public List<Fault> faults() {
    return faults;
  }
}
