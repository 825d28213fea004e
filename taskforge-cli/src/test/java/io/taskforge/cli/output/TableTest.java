package io.taskforge.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.cli.CliRun;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableTest {
  private static final Table<String[]> TABLE =
      Table.<String[]>empty()
          .whole("id", row -> row[0])
          .text("type", row -> row[1])
          .number("failures", row -> row[2])
          .text("last error", row -> row[3])
          .least("failures");
  private static final List<String[]> ROWS =
      List.of(
          new String[] {"0123456789", "a-very-long-type-name", "1", "timeout: no answer after 30s"},
          new String[] {"0123456790", "welcome", "12", "-"});

  private static Console console(int width, Charset charset) {
    return new Console(
        InputStream.nullInputStream(),
        new PrintWriter(new StringWriter()),
        new PrintWriter(new StringWriter()),
        charset,
        false,
        width,
        Map.of(),
        CliRun.CLOCK);
  }

  private static List<String> lines(int width) {
    return TABLE.lines(ROWS, console(width, StandardCharsets.UTF_8));
  }

  @Test
  void output_that_is_not_a_terminal_has_every_cell_in_full() {
    assertThat(lines(Console.UNLIMITED))
        .containsExactly(
            " id         | type                  | failures | last error",
            "------------+-----------------------+----------+------------------------------",
            " 0123456789 | a-very-long-type-name |        1 | timeout: no answer after 30s",
            " 0123456790 | welcome               |       12 | -");
  }

  @Test
  void the_longest_text_is_truncated_first() {
    assertThat(lines(70))
        .containsExactly(
            " id         | type                 | failures | last error",
            "------------+----------------------+----------+-----------------------",
            " 0123456789 | a-very-long-type-na… |        1 | timeout: no answer a…",
            " 0123456790 | welcome              |       12 | -");
  }

  @Test
  void the_least_important_column_is_omitted_when_truncating_is_not_enough() {
    assertThat(lines(40))
        .containsExactly(
            " id         | type        | last error",
            "------------+-------------+-------------",
            " 0123456789 | a-very-lon… | timeout: n…",
            " 0123456790 | welcome     | -");
  }

  @Test
  void ids_are_never_truncated_and_the_first_column_stays() {
    assertThat(lines(8)).contains(" 0123456789");
  }

  @Test
  void a_table_fits_every_width_down_to_that_of_the_first_column() {
    for (int width = 12; width < 90; width++) {
      assertThat(lines(width).stream().mapToInt(String::length).max().orElse(0))
          .isLessThanOrEqualTo(width);
    }
  }

  @Test
  void the_ellipsis_is_ascii_where_the_terminal_is() {
    assertThat(TABLE.lines(ROWS, console(40, StandardCharsets.US_ASCII)))
        .contains(" 0123456789 | a-very-l... | timeout:...");
  }

  @Test
  void headings_are_plain_words() {
    assertThat(JsonTable.heading("oldestDueAt")).isEqualTo("oldest due at");
    assertThat(JsonTable.heading("state")).isEqualTo("state");
  }
}
