package io.taskforge.cli.output;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import com.github.freva.asciitable.Styler;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Formats rows as a table that fits the terminal. On a narrow terminal, it omits the least
 * important columns and truncates long text; other outputs have every cell in full. Columns without
 * any value are omitted. Immutable.
 */
public final class Table<T> {
  private static final int SHORTEST_TEXT = 8;
  private static final int LONGEST_WHOLE = 40;
  private static final int WIDEST_WRAPPED = 38;
  private static final int BETWEEN_COLUMNS = 3;
  private static final int WIDER_THAN_ANY = 1_000_000_000;

  /** How a column may shrink. */
  private enum Kind {
    /** Never truncated, up to a UUID's length: an id, a time, a state. */
    WHOLE,
    /** Never truncated, and right-aligned. */
    NUMBER,
    /** May be truncated. */
    TEXT,
    /** May be continued on the next line. */
    WRAPPED
  }

  private record Part<T>(String header, Function<T, String> cell, Kind kind) {
    int smallest(int natural) {
      return switch (kind) {
        case WHOLE, NUMBER -> Math.min(natural, LONGEST_WHOLE);
        case TEXT, WRAPPED -> Math.min(natural, Math.max(SHORTEST_TEXT, header.length()));
      };
    }
  }

  private final List<Part<T>> parts;
  private final List<String> least;

  private Table(List<Part<T>> parts, List<String> least) {
    this.parts = List.copyOf(parts);
    this.least = List.copyOf(least);
  }

  public static <T> Table<T> empty() {
    return new Table<>(List.of(), List.of());
  }

  /** Returns this table with a column of ids, times or states, which are never truncated. */
  public Table<T> whole(String header, Function<T, String> cell) {
    return and(new Part<>(header, cell, Kind.WHOLE));
  }

  /** Returns this table with a column of numbers. */
  public Table<T> number(String header, Function<T, String> cell) {
    return and(new Part<>(header, cell, Kind.NUMBER));
  }

  /** Returns this table with a column of text that may be truncated. */
  public Table<T> text(String header, Function<T, String> cell) {
    return and(new Part<>(header, cell, Kind.TEXT));
  }

  /** Returns this table with a column of text that is continued on the next line. */
  public Table<T> wrapped(String header, Function<T, String> cell) {
    return and(new Part<>(header, cell, Kind.WRAPPED));
  }

  /** Returns this table with the columns to omit first, in this order. */
  public Table<T> least(String... headers) {
    return new Table<>(parts, Arrays.asList(headers));
  }

  private Table<T> and(Part<T> part) {
    List<Part<T>> more = new ArrayList<>(parts);
    more.add(part);
    return new Table<>(more, least);
  }

  public List<String> lines(List<T> rows, Console console) {
    return lines(rows, console, console.width());
  }

  /** Returns the lines of a table that is at most {@code width} wide. */
  public List<String> lines(List<T> rows, Console console, int width) {
    List<Part<T>> used =
        parts.stream()
            .filter(part -> rows.stream().anyMatch(row -> !isNothing(part.cell.apply(row))))
            .toList();
    List<Integer> natural = used.stream().map(part -> natural(part, rows)).toList();
    List<Part<T>> shown = affordable(used, natural, width);
    int[] widths = shown.stream().mapToInt(part -> natural.get(used.indexOf(part))).toArray();
    shrink(widths, shown, width);
    List<ColumnData<T>> columns =
        IntStream.range(0, shown.size())
            .mapToObj(i -> column(shown.get(i), widths[i], console.glyphs()))
            .toList();
    return AsciiTable.builder()
        .border(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS_NO_OUTSIDE_BORDER)
        .styler(new StateColours(new Paint(console.colours())))
        .data(rows, columns)
        .asString()
        .lines()
        .map(String::stripTrailing)
        .toList();
  }

  private static boolean isNothing(String cell) {
    return cell.equals(JsonCell.NOTHING);
  }

  private static <T> int natural(Part<T> part, List<T> rows) {
    int longest = rows.stream().mapToInt(row -> part.cell.apply(row).length()).max().orElse(0);
    int widest = part.kind == Kind.WRAPPED ? WIDEST_WRAPPED : Integer.MAX_VALUE;
    return Math.max(part.header.length(), Math.min(longest, widest));
  }

  /** Omits columns until the others fit at their smallest width; never omits the first. */
  private List<Part<T>> affordable(List<Part<T>> used, List<Integer> natural, int width) {
    List<Part<T>> shown = new ArrayList<>(used);
    while (shown.size() > 1
        && total(
                shown.stream()
                    .mapToInt(part -> part.smallest(natural.get(used.indexOf(part))))
                    .toArray())
            > width) {
      shown.remove(leastOf(shown));
    }
    return shown;
  }

  private Part<T> leastOf(List<Part<T>> shown) {
    return least.stream()
        .flatMap(header -> shown.stream().filter(part -> part.header.equals(header)))
        .findFirst()
        .orElse(shown.get(shown.size() - 1));
  }

  /** Narrows the widest column that can be truncated until the table fits. */
  private static <T> void shrink(int[] widths, List<Part<T>> shown, int width) {
    while (total(widths) > width) {
      int widest = -1;
      for (int i = 0; i < widths.length; i++) {
        boolean canShrink = shown.get(i).smallest(widths[i]) < widths[i];
        if (canShrink && (widest < 0 || widths[i] > widths[widest])) {
          widest = i;
        }
      }
      if (widest < 0) {
        return;
      }
      widths[widest]--;
    }
  }

  private static long total(int[] widths) {
    return Arrays.stream(widths).asLongStream().sum() + (long) BETWEEN_COLUMNS * widths.length - 1;
  }

  private static <T> ColumnData<T> column(Part<T> part, int width, Glyphs glyphs) {
    HorizontalAlign align = part.kind == Kind.NUMBER ? HorizontalAlign.RIGHT : HorizontalAlign.LEFT;
    Column column = new Column().header(part.header).headerAlign(align).dataAlign(align);
    return part.kind == Kind.WRAPPED
        ? column.maxWidth(width, OverflowBehaviour.NEWLINE).with(part.cell)
        // The library computes its widths differently, so cells are truncated here.
        : column
            .maxWidth(WIDER_THAN_ANY)
            .with(row -> JsonCell.cut(part.cell.apply(row), width, glyphs.ellipsis()));
  }

  /** Colours the cells of the column that has states. */
  private record StateColours(Paint paint) implements Styler {
    @Override
    public List<String> styleCell(Column column, int row, int col, List<String> data) {
      return "state".equals(column.getHeader())
          ? data.stream().map(cell -> paint.state(cell, cell)).toList()
          : data;
    }
  }
}
