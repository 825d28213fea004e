package io.taskforge.server.alert;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What somebody wants otherwise than a rule has it; null leaves a thing as it is. */
public record RuleOverride(
    @Nullable Boolean enabled,
    @Nullable Double threshold,
    @Nullable Duration hold,
    @Nullable Duration window,
    @Nullable Integer minimum) {
  /** Nothing. */
  public static final RuleOverride NONE = new RuleOverride(null, null, null, null, null);
}
