package io.taskforge.schedule;

import io.taskforge.json.Fault;
import io.taskforge.text.BoundedText;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A cron expression was refused; {@link #faults()} and the message name everything that is wrong
 * with it: the field, what stands there, and what is allowed there.
 */
public final class InvalidCronException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN_BYTES = 100;

  private final transient List<Fault> faults;

  InvalidCronException(String text, List<Fault> faults) {
    super(
        "invalid cron expression '%s': %s"
            .formatted(
                BoundedText.of(text, SHOWN_BYTES),
                faults.stream().map(Fault::toString).collect(Collectors.joining("; "))));
    this.faults = List.copyOf(faults);
  }

  /** Everything that is wrong, in the order of the fields; never empty. */
  public List<Fault> faults() {
    return faults;
  }
}
