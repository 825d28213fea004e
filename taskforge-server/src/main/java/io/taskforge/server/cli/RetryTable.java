package io.taskforge.server.cli;

import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import io.taskforge.server.preview.RetryRow;
import io.taskforge.server.preview.RetryRow.Note;
import io.taskforge.server.preview.RetryRow.Waited;
import io.taskforge.server.preview.RetryRows;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Rows of retries as a table with a bar for each delay. */
final class RetryTable {
  private static final String NOT_KNOWN = "-";

  private final List<RetryRow> rows;
  private final DelayBars bars;

  RetryTable(List<RetryRow> rows, Glyphs glyphs) {
    this.rows = rows;
    this.bars = DelayBars.upTo(longest(rows), glyphs);
  }

  private static Duration longest(List<RetryRow> rows) {
    return rows.stream()
        .map(row -> row.delay().max())
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  List<String> lines() {
    boolean jittered = any(row -> !row.delay().min().equals(row.delay().max()));
    List<ColumnData<RetryRow>> columns = new ArrayList<>();
    columns.add(column("retry", HorizontalAlign.RIGHT, RetryTable::number));
    columns.add(column("base delay", row -> DurationText.forPeople(row.delay().base())));
    if (jittered) {
      columns.add(column("with jitter", row -> row.delay().toString()));
    }
    columns.add(column("waited in all", RetryTable::waited));
    if (jittered && any(row -> row.waited() != null && row.waited().expected() != null)) {
      columns.add(column("expected", RetryTable::expected));
    }
    columns.add(column("delay", row -> bars.bar(row.delay())));
    List<String> lines = new ArrayList<>(Tables.lines(rows, columns));
    lines.add("");
    lines.add(bars.legend(jittered));
    lines.addAll(notes());
    return lines;
  }

  private List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        "waited in all: the delays up to this retry; the attempts' own run time comes on top");
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

  private static ColumnData<RetryRow> column(String header, Function<RetryRow, String> value) {
    return column(header, HorizontalAlign.LEFT, value);
  }

  private static ColumnData<RetryRow> column(
      String header, HorizontalAlign align, Function<RetryRow, String> value) {
    return new Column().header(header).headerAlign(align).dataAlign(align).with(value);
  }
}
