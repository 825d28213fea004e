package io.taskforge.cli;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * Objects of an answer as a table. Headings are plain words: {@code oldestDueAt} becomes "oldest
 * due at". Immutable.
 */
final class JsonTable {
  private static final Set<String> NEVER_CUT = Set.of("id", "state");

  private final Table<JsonNode> table;

  private JsonTable(Table<JsonNode> table) {
    this.table = table;
  }

  /** A table with these keys as columns. */
  static JsonTable of(String... keys) {
    return new JsonTable(Table.empty()).and(keys);
  }

  /** Returns this table with these keys as further columns. */
  JsonTable and(String... keys) {
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

  /** Returns this table with one more column of what {@code cell} makes of a row. */
  JsonTable column(String header, Function<JsonNode, String> cell) {
    return new JsonTable(table.text(header, cell));
  }

  /** Returns this table with one more column that is never cut. */
  JsonTable whole(String header, Function<JsonNode, String> cell) {
    return new JsonTable(table.whole(header, cell));
  }

  /** Returns this table with one more column of numbers. */
  JsonTable number(String key) {
    return number(heading(key), key);
  }

  JsonTable number(String header, String key) {
    return new JsonTable(table.number(header, row -> JsonCell.shown(row.path(key))));
  }

  /** Returns this table with one more column of times. */
  JsonTable time(String key) {
    return whole(heading(key), row -> JsonCell.time(row.path(key)));
  }

  /** Returns this table with the headings of the columns that are left out first, in this order. */
  JsonTable least(String... headers) {
    return new JsonTable(table.least(headers));
  }

  /** Returns a key of the API as plain words. */
  static String heading(String key) {
    return key.replaceAll("(?<=[a-z])(?=[A-Z])", " ").replace('_', ' ').toLowerCase(Locale.ROOT);
  }

  List<String> lines(List<JsonNode> rows, Console console) {
    return table.lines(rows, console);
  }

  List<String> lines(List<JsonNode> rows, Console console, int width) {
    return table.lines(rows, console, width);
  }
}
