package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.cli.client.ExitCodes;
import io.taskforge.server.Repository;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HelpTest {
  private static final int COLUMNS = 80;
  private static final int WIDER_THAN_ANY_TEXT = 5_000;

  static Stream<String> commands() {
    return Commands.all().stream().map(command -> String.join(" ", Commands.words(command)));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void help_at_80_columns_breaks_lines_between_words_only(String path) {
    String narrow = help(path, COLUMNS);

    assertThat(narrow.lines().mapToInt(String::length).max().orElse(0))
        .as(narrow)
        .isLessThanOrEqualTo(COLUMNS);
    assertThat(words(narrow)).isEqualTo(words(help(path, WIDER_THAN_ANY_TEXT)));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void only_the_program_s_own_help_lists_exit_codes(String path) {
    assertThat(help(path, COLUMNS).contains("Exit codes:")).isEqualTo(path.isEmpty());
  }

  @Test
  void the_guide_lists_the_same_exit_codes() {
    String guide = Repository.text(Repository.root().resolve("docs/guides/cli.md"));

    ExitCodes.described()
        .forEach(
            (code, meaning) ->
                assertThat(guide).contains("| %s | %s |".formatted(code.strip(), meaning)));
    assertThat(ExitCodes.described()).containsKey(" " + ExitCodes.DENIED);
  }

  private static String help(String path, int width) {
    return Commands.find(Commands.root().setUsageHelpWidth(width), path).getUsageMessage();
  }

  private static List<String> words(String help) {
    return Arrays.stream(help.split("\\s+")).sorted().toList();
  }
}
