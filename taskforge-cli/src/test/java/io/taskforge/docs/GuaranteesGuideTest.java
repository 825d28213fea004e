package io.taskforge.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.Repository;
import io.taskforge.simulator.check.Invariant;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The guide to guarantees lists every promise that is checked, and the tests that it names exist.
 */
class GuaranteesGuideTest {
  private static final Pattern TEST = Pattern.compile("\\[`([a-z0-9_]+)`]\\(([^)]+\\.java)\\)");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (I\\d+) \\|.*$");

  private final Path directory = Repository.root().resolve("docs/guides");
  private final String guide = Repository.text(directory.resolve("guarantees.md"));

  @Test
  void every_promise_has_a_row_with_a_test() {
    List<MatchResult> rows = ROW.matcher(guide).results().toList();

    assertThat(rows)
        .extracting(row -> row.group(1))
        .containsExactlyElementsOf(Stream.of(Invariant.values()).map(Invariant::name).toList());
    assertThat(rows).allMatch(row -> TEST.matcher(row.group()).find());
  }

  @Test
  void every_test_that_is_named_exists() {
    List<MatchResult> tests = TEST.matcher(guide).results().toList();

    assertThat(tests).hasSizeGreaterThan(20);
    assertThat(tests)
        .allSatisfy(
            test ->
                assertThat(Repository.text(directory.resolve(test.group(2)).normalize()))
                    .containsPattern("@(Test|ParameterizedTest|Property)\\b")
                    .contains("void " + test.group(1) + "("));
  }
}
