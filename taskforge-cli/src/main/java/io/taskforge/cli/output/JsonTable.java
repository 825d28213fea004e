package io.taskforge.cli.output;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * Formats JSON objects as a table. Headings are words: {@code oldestDueAt} becomes "oldest due at".
 * Immutable.
 */
public final class JsonTable {
  private static final Set<String> NEVER_CUT = Set.of("id", "state");

  private final Table<JsonNode> table;

  private JsonTable(Table<JsonNode> table) {
    this.table = table;
  }

  /** A table with these keys as columns. */
  public static JsonTable of(String... keys) {
    return new JsonTable(Table.empty()).and(keys);
  }

  /** Returns this table with these keys as further columns. */
  public JsonTable and(String... keys) {
    JsonTable more = this;
    for (String key : keys) {
      Function<JsonNode, String> cell = row -> JsonCell.shown(row.path(key));
      more =
          new JsonTable(
              NEVER_CUT.contains(key)
                  ? more.table.whole(heading(key), cell)
                  : more.table.text(heading(key), cell));
    }
    return more;
  }

  /** Returns this table with a column of the results of {@code cell}. */
  public JsonTable column(String header, Function<JsonNode, String> cell) {
    return new JsonTable(table.text(header, cell));
  }

  /** Returns this table with one more column that is never truncated. */
  public JsonTable whole(String header, Function<JsonNode, String> cell) {
    return new JsonTable(table.whole(header, cell));
  }

  /** Returns this table with columns of numbers. */
  public JsonTable number(String... keys) {
    JsonTable more = this;
    for (String key : keys) {
      more = more.numberOf(key, heading(key));
    }
    return more;
  }

  /** Returns this table with a column of numbers that has another heading than its key. */
  public JsonTable numberOf(String key, String header) {
    return new JsonTable(table.number(header, row -> JsonCell.shown(row.path(key))));
  }

  /** Returns this table with columns of times. */
  public JsonTable time(String... keys) {
    JsonTable more = this;
    for (String key : keys) {
      more = more.whole(heading(key), row -> JsonCell.time(row.path(key)));
    }
    return more;
  }

  /** Returns this table with the headings of the columns to omit first, in this order. */
  public JsonTable least(String... headers) {
    return new JsonTable(table.least(headers));
  }

  /** Returns a key of the API as plain words. */
  public static String heading(String key) {
    return key.replaceAll("(?<=[a-z])(?=[A-Z])", " ").replace('_', ' ').toLowerCase(Locale.ROOT);
  }

  public List<String> lines(List<JsonNode> rows, Console console) {
    return table.lines(rows, console);
  }

  public List<String> lines(List<JsonNode> rows, Console console, int width) {
    return table.lines(rows, console, width);
  }
}
