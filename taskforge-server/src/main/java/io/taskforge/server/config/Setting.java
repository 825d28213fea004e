package io.taskforge.server.config;

import java.util.Locale;
import java.util.function.Function;

/**
 * A setting of the server.
 *
 * @param name its name in a file: {@code shutdownGrace}
 * @param usual its default, as text
 * @param description for people
 * @param parse parses it; throws {@link IllegalArgumentException} that says what is allowed
 */
record Setting<T>(String name, String usual, String description, Function<String, T> parse) {
  /** Its name as an environment variable: {@code TASKFORGE_SHUTDOWN_GRACE}. */
  String variable() {
    return "TASKFORGE_" + name.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
  }

  /** Its name, description and default, in one line. */
  String described() {
    return "%-17s  %s%s".formatted(name, description, usual.isEmpty() ? "" : " (" + usual + ")");
  }
}
