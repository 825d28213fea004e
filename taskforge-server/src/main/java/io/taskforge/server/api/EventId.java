package io.taskforge.server.api;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The id of an event in a stream. It includes the process, because each process numbers its events
 * from 1.
 *
 * @param process the id of the process
 * @param number the number of the event in that process
 */
record EventId(String process, long number) {
  private static final Pattern FORM = Pattern.compile("([0-9a-f]{1,32})-(\\d{1,18})");

  /** Parses a Last-Event-ID; empty if it is not an event id. */
  static Optional<EventId> read(@Nullable String text) {
    Matcher matcher = FORM.matcher(text == null ? "" : text);
    return matcher.matches()
        ? Optional.of(new EventId(matcher.group(1), Long.parseLong(matcher.group(2))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return process + "-" + number;
  }
}
