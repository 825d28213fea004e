package io.taskforge.server.api;

import io.taskforge.server.alert.Alert;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Keyset pagination of alerts: valid even if the last alert was resolved or removed since. */
record AlertCursor(boolean open, Instant raisedAt, String id) {
  private static final Pattern TEXT = Pattern.compile("(open|resolved)_(\\S{1,40})_([0-9a-f]{12})");

  static AlertCursor of(Alert alert) {
    return new AlertCursor(alert.isOpen(), alert.raisedAt(), alert.id());
  }

  static AlertCursor parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("must be next of a previous page");
    }
    try {
      return new AlertCursor(
          matcher.group(1).equals("open"), Instant.parse(matcher.group(2)), matcher.group(3));
    } catch (DateTimeException e) {
      throw new IllegalArgumentException("must be next of a previous page", e);
    }
  }

  String text() {
    return (open ? "open_" : "resolved_") + raisedAt + "_" + id;
  }

  /** Whether an alert comes after this cursor. */
  boolean isBefore(Alert alert) {
    if (open != alert.isOpen()) {
      return open;
    }
    int byTime = alert.raisedAt().compareTo(raisedAt);
    return byTime != 0 ? byTime < 0 : alert.id().compareTo(id) > 0;
  }
}
