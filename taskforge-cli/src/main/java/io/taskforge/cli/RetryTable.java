package io.taskforge.cli;

import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Glyphs;
import io.taskforge.cli.output.Table;
import io.taskforge.retry.DelayRange;
import io.taskforge.server.preview.RetryRow;
import io.taskforge.server.preview.RetryRow.Note;
import io.taskforge.server.preview.RetryRow.Waited;
import io.taskforge.server.preview.RetryRows;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Rows of retries as a table with a bar for each delay. */
final class RetryTable {
  private static final String NOT_KNOWN = "-";

  private final List<RetryRow> rows;
  private final Bars bars;
  private final Console console;

  RetryTable(List<RetryRow> rows, Console console) {
    this.rows = rows;
    this.console = console;
    this.bars = new Bars(longest(rows), console.glyphs());
  }

  private static Duration longest(List<RetryRow> rows) {
    return rows.stream()
        .map(row -> row.delay().max())
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  List<String> lines() {
    boolean jittered = any(row -> !row.delay().min().equals(row.delay().max()));
    Table<RetryRow> table =
        Table.<RetryRow>empty()
            .number("retry", RetryTable::number)
            .whole("base delay", row -> DurationText.forPeople(row.delay().base()));
    if (jittered) {
      table = table.whole("with jitter", row -> row.delay().toString());
    }
    table = table.whole("total wait", RetryTable::waited);
    if (jittered && any(row -> row.waited() != null && row.waited().expected() != null)) {
      table = table.whole("expected", RetryTable::expected);
    }
    table = table.whole("delay", row -> bars.bar(row.delay())).least("expected", "delay");
    List<String> lines = new ArrayList<>(table.lines(rows, console));
    lines.add("");
    lines.add(bars.legend(jittered));
    lines.addAll(notes());
    return lines;
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add("total wait: the delays up to this retry; the attempts' own run time comes on top");
    if (any(row -> row.waited() == null)) {
      notes.add(NOT_KNOWN + ": not added up beyond retry " + RetryRows.LAST_SUMMED);
    }
    if (any(row -> row.note() == Note.BEYOND_MAX_RETRIES)) {
      notes.add("*: beyond maxRetries, never run");
    }
    if (any(row -> row.note() == Note.BEYOND_MAX_ELAPSED)) {
      notes.add("!: later than maxElapsed allows, never run");
    }
    return notes;
  }

  private boolean any(Predicate<RetryRow> predicate) {
    return rows.stream().anyMatch(predicate);
  }

  private static String number(RetryRow row) {
    return row.retry()
        + switch (row.note()) {
          case NONE -> " ";
          case BEYOND_MAX_RETRIES -> "*";
          case BEYOND_MAX_ELAPSED -> "!";
        };
  }

  private static String waited(RetryRow row) {
    Waited waited = row.waited();
    if (waited == null) {
      return NOT_KNOWN;
    }
    String min = DurationText.forPeople(waited.min());
    return waited.min().equals(waited.max())
        ? min
        : min + " to " + DurationText.forPeople(waited.max());
  }

  private static String expected(RetryRow row) {
    Waited waited = row.waited();
    Duration expected = waited == null ? null : waited.expected();
    return expected == null ? NOT_KNOWN : DurationText.forPeople(expected);
  }

  /**
   * Delays as bars on one scale: solid up to the shortest delay, shaded up to the longest.
   *
   * @param longest the delay of a bar of full width
   */
  private record Bars(Duration longest, Glyphs glyphs) {
    static final int WIDTH = 20;

    /** Returns a bar that is never empty for a delay above zero. */
    String bar(DelayRange delay) {
      int solid = cells(delay.min());
      int end = cells(delay.max());
      if (end == 0 && !delay.max().isZero()) {
        return delay.min().equals(delay.max()) ? glyphs.solid() : glyphs.shade();
      }
      return glyphs.solid().repeat(solid) + glyphs.shade().repeat(end - solid);
    }

    private int cells(Duration delay) {
      return longest.isZero()
          ? 0
          : (int) Math.round(WIDTH * (double) delay.toNanos() / longest.toNanos());
    }

    String legend(boolean jittered) {
      String scale =
          "bars: %s is %s".formatted(glyphs.solid().repeat(WIDTH), DurationText.forPeople(longest));
      return jittered
          ? scale
              + "; "
              + glyphs.solid()
              + " waited in any case, "
              + glyphs.shade()
              + " up to chance"
          : scale;
    }
  }
}
