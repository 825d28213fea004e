package io.taskforge.server.cli;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.Styler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Objects of an answer as a table. Immutable; a column that no row has is left out. */
final class JsonTable {
  private static final int WIDEST = 60;

  private record Part(String header, Function<JsonNode, String> cell, boolean number) {}

  private final List<Part> parts;

  private JsonTable(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  /** A table with these keys as columns. */
  static JsonTable of(String... keys) {
    return new JsonTable(Arrays.stream(keys).map(JsonTable::part).toList());
  }

  /** Returns this table with these keys as further columns. */
  JsonTable and(String... keys) {
    JsonTable more = this;
    for (String key : keys) {
      more = more.and(part(key));
    }
    return more;
  }

  private static Part part(String key) {
    return new Part(key, row -> JsonCell.shown(row.path(key), WIDEST), false);
  }

  /** Returns this table with one more column of what {@code cell} makes of a row. */
  JsonTable column(String header, Function<JsonNode, String> cell) {
    return and(new Part(header, cell, false));
  }

  /** Returns this table with one more column of numbers. */
  JsonTable number(String key) {
    return and(new Part(key, row -> JsonCell.shown(row.path(key), WIDEST), true));
  }

  /** Returns this table with one more column of times. */
  JsonTable time(String key) {
    return and(new Part(key, row -> JsonCell.time(row.path(key)), false));
  }

  private JsonTable and(Part part) {
    List<Part> more = new ArrayList<>(parts);
    more.add(part);
    return new JsonTable(more);
  }

  List<String> lines(List<JsonNode> rows, Paint paint) {
    List<ColumnData<JsonNode>> columns =
        parts.stream()
            .filter(part -> rows.stream().anyMatch(row -> !isNothing(part.cell.apply(row))))
            .map(JsonTable::column)
            .toList();
    return AsciiTable.builder()
        .border(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS_NO_OUTSIDE_BORDER)
        .styler(new StateColours(paint))
        .data(rows, columns)
        .asString()
        .lines()
        .map(String::stripTrailing)
        .toList();
  }

  private static boolean isNothing(String cell) {
    return cell.equals(JsonCell.NOTHING);
  }

  private static ColumnData<JsonNode> column(Part part) {
    return new Column()
        .header(part.header)
        .headerAlign(HorizontalAlign.LEFT)
        .dataAlign(part.number ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT)
        .with(part.cell);
  }

  /** Colours the cells of the column that tells states. */
  private record StateColours(Paint paint) implements Styler {
    @Override
    public List<String> styleCell(Column column, int row, int col, List<String> data) {
      return "state".equals(column.getHeader())
          ? data.stream().map(cell -> paint.state(cell, cell)).toList()
          : data;
    }
  }
}
