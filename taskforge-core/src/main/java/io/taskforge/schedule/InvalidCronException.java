package io.taskforge.schedule;

import io.taskforge.json.Fault;
import io.taskforge.text.BoundedText;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown for an invalid cron expression; {@link #faults()} and the message list every fault with
 * its field, value and rule.
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

  /** The faults, in the order of the fields; never empty. */
  public List<Fault> faults() {
    return faults;
  }
}
