package io.taskforge.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guide on schedules matches the code. DocumentsTest checks that its Java compiles. */
class ScheduleGuideTest {
  private static final Pattern CODE = Pattern.compile("`([^`]*)`");
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void every_worked_example_is_correct() {
    List<String[]> rows = rows("### Worked examples");
    assertThat(rows).hasSizeGreaterThanOrEqualTo(12);
    String zone = "";
    for (String[] cells : rows) {
      zone = cells[1].isBlank() ? zone : code(cells[1]).get(0);
      List<String> expected = code(cells[4]);
      Instant first = OffsetDateTime.parse(expected.get(0)).toInstant();
      ZoneId id = ZoneId.of(zone);

      assertThat(
              Cron.parse(code(cells[3]).get(0))
                  .upcoming(first.minusSeconds(1), id, expected.size())
                  .stream()
                  .map(found -> found.atZone(id).toOffsetDateTime().toString()))
          .as("%s in %s", cells[3], zone)
          .isEqualTo(expected);
    }
  }

  @Test
  void the_table_of_macros_matches_the_code() {
    List<String[]> rows =
        rows("## Cron expressions").stream().filter(row -> row[1].contains("`@")).toList();
    assertThat(rows).hasSize(5);
    for (String[] cells : rows) {
      for (String macro : code(cells[1])) {
        assertThat(Cron.parse(macro)).isEqualTo(Cron.parse(code(cells[2]).get(0)));
      }
    }
  }

  @Test
  void fixed_and_interval_examples_are_classified_correctly() {
    for (String line : section("## Time zones").lines().filter(l -> l.startsWith("- ")).toList()) {
      List<String> crons = code(line).stream().filter(c -> c.contains(" ")).toList();
      assertThat(crons).hasSize(3);
      assertThat(crons)
          .allSatisfy(
              cron ->
                  assertThat(Cron.parse(cron).isInterval()).isEqualTo(line.contains("interval")));
    }
  }

  @Test
  void the_snippets_do_what_their_comments_say() {
    ScheduleSnippets snippets = new ScheduleSnippets();

    assertThat(snippets.nightly(NOW)).hasSize(7).startsWith(Instant.parse("2026-01-01T01:30:00Z"));
    snippets.refused();
    assertThat(snippets.said)
        .containsExactly("2026-01-01T01:30:00Z", "minute: '61'", "hour: '*/0'");
    Instant monday = Instant.parse("2026-01-05T05:00:00Z");
    assertThat(snippets.decide(JobTemplate.of("t"), NOW, monday, true))
        .satisfies(
            decision -> {
              assertThat(decision.runs()).containsExactly(monday);
              assertThat(decision.skipped()).hasSize(1);
              assertThat(decision.cancelPrevious()).isTrue();
            });
  }

  private static List<String> code(String cell) {
    return CODE.matcher(cell).results().map(found -> found.group(1)).toList();
  }

  private static List<String[]> rows(String heading) {
    return section(heading)
        .lines()
        .filter(line -> line.startsWith("| ") && !line.contains("---"))
        .map(line -> line.split("\\|", -1))
        .filter(cells -> Stream.of(cells).anyMatch(cell -> cell.contains("`")))
        .toList();
  }

  private static String section(String heading) {
    return guide().split("\n" + heading + "\n", 2)[1].split("\n##", 2)[0];
  }

  private static String guide() {
    String root = System.getProperty("taskforge.root");
    try {
      return Files.readString(Path.of(root == null ? ".." : root, "docs/guides/schedules.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
