package io.taskforge.server.config;

import io.taskforge.json.Fault;
import java.util.List;

/** Settings are invalid; {@link #faults()} lists all of them. */
public final class InvalidSettingsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Fault> faults;

  InvalidSettingsException(List<Fault> faults) {
    super(faults.size() + " settings are wrong");
    this.faults = List.copyOf(faults);
  }

  public List<Fault> faults() {
    return faults;
  }
}
