package io.taskforge.server.alert;

import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** What an alert is about: one rule and its subject. */
public record Condition(String rule, AlertSubject subject) implements Comparable<Condition> {
  private static final Comparator<Condition> ORDER =
      Comparator.comparing(Condition::rule).thenComparing(Condition::subject);

  @Override
  public int compareTo(Condition other) {
    return ORDER.compare(this, other);
  }

  /**
   * The state of a condition whose value is, or recently was, above the threshold.
   *
   * @param since when the value was first seen above the threshold
   * @param alert the id of the open alert, or null if none was raised yet
   * @param clearSince since when the value has been well below the threshold, or null
   */
  record State(Instant since, @Nullable String alert, @Nullable Instant clearSince) {
    static State of(Alert open) {
      return new State(open.since(), open.id(), null);
    }

    State raised(String id) {
      return new State(since, id, null);
    }

    State clear(Instant now) {
      return new State(since, alert, clearSince == null ? now : clearSince);
    }

    State notClear() {
      return new State(since, alert, null);
    }
  }
}
