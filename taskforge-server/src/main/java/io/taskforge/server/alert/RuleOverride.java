package io.taskforge.server.alert;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Settings that an operator changed; a null keeps the default. */
public record RuleOverride(
    @Nullable Boolean enabled,
    @Nullable Double threshold,
    @Nullable Duration hold,
    @Nullable Duration window,
    @Nullable Integer minimum) {}
