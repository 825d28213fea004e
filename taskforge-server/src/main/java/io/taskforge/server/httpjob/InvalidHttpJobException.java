package io.taskforge.server.httpjob;

import io.taskforge.json.Fault;
import java.util.List;
import java.util.stream.Collectors;

/** An HTTP job was refused; {@link #faults()} and the message name everything wrong with it. */
public final class InvalidHttpJobException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<Fault> faults;

  InvalidHttpJobException(List<Fault> faults) {
    super(
        "invalid HTTP job: "
            + faults.stream().map(Fault::toString).collect(Collectors.joining("; ")));
    this.faults = List.copyOf(faults);
  }

  /** Everything that is wrong; never empty. */
  public List<Fault> faults() {
    return faults;
  }
}
