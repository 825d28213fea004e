package io.taskforge.server.api;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The id of an event in a stream. Numbers begin anew with each process, so that one alone would
 * mean another event after a restart, or at another node.
 *
 * @param life the process that told it
 * @param number how many it had told by then
 */
record EventId(String life, long number) {
  private static final Pattern FORM = Pattern.compile("([0-9a-f]{1,32})-(\\d{1,18})");

  /** Reads what a client says it has seen; empty if that was never an id. */
  static Optional<EventId> read(@Nullable String text) {
    Matcher matcher = FORM.matcher(text == null ? "" : text);
    return matcher.matches()
        ? Optional.of(new EventId(matcher.group(1), Long.parseLong(matcher.group(2))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return life + "-" + number;
  }
}
