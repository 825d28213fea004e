package io.taskforge.server.cli;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.ColumnData;
import java.util.Collection;
import java.util.List;

/** Tables in the one look that all commands share. */
final class Tables {
  private Tables() {}

  static <T> List<String> lines(Collection<T> rows, List<ColumnData<T>> columns) {
    return AsciiTable.builder()
        .border(AsciiTable.BASIC_ASCII_NO_DATA_SEPARATORS_NO_OUTSIDE_BORDER)
        .data(rows, columns)
        .asString()
        .lines()
        .map(String::stripTrailing)
        .toList();
  }
}
