package io.taskforge.server.config;

import java.util.Locale;
import java.util.function.Function;

/**
 * One thing that can be set, and how it is read.
 *
 * @param name as in a file: {@code shutdownGrace}
 * @param usual what counts where nobody sets it, as text
 * @param description what it means
 * @param parse reads it; throws {@link IllegalArgumentException} with what is allowed
 */
record Setting<T>(String name, String usual, String description, Function<String, T> parse) {
  /** Its name as an environment variable: {@code TASKFORGE_SHUTDOWN_GRACE}. */
  String variable() {
    return "TASKFORGE_" + name.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
  }

  /** What it is called, means, and is where nobody sets it, in one line. */
  String described() {
    return "%-17s  %s%s".formatted(name, description, usual.isEmpty() ? "" : " (" + usual + ")");
  }
}
