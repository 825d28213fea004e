package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TaskForgeCliTest {
  @Test
  void the_version_is_that_of_the_build() {
    CliRun run = CliRun.of("--version");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).matches("taskforge \\d+\\.\\d+\\.\\d+\\S*, Java \\d+.*\\R");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "policy --help",
        "policy list --help",
        "policy show -h",
        "policy validate --help",
        "schema --help",
        "schema print --help"
      })
  void help_describes_a_command(String args) {
    CliRun run = CliRun.of(args.split(" "));

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).startsWith("Usage: taskforge");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "polcy",
        "policy lst",
        "policy list extra",
        "policy show",
        "policy show a --retries x",
        "policy list --jsn",
        "schema",
        "schema print",
        "schema print --db oracle",
        "schema print --db"
      })
  void a_usage_error_is_exit_code_2_and_points_to_help(String args) {
    CliRun run = CliRun.of(args.split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("taskforge: ").containsAnyOf("--help", "Usage:");
  }

  @Test
  void without_a_command_the_usage_is_shown() {
    CliRun run = CliRun.of();

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("Missing required subcommand", "Usage: taskforge", "policy");
  }

  @Test
  void an_unexpected_error_is_one_line_and_exit_code_1() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() {
            throw new IllegalStateException("broken pipe dream");
          }

          @Override
          public int read(byte[] bytes, int offset, int length) {
            return read();
          }
        };

    CliRun run = CliRun.with(broken, StandardCharsets.UTF_8, false, "policy", "validate", "-");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .isEqualToIgnoringNewLines(
            "taskforge: unexpected java.lang.IllegalStateException: broken pipe dream");
  }

  @Test
  void colours_are_used_only_where_they_are_allowed() {
    String[] args = {"policy", "show", "unknown"};

    assertThat(CliRun.of(args).err()).doesNotContain("\u001b");
    assertThat(CliRun.with(InputStream.nullInputStream(), StandardCharsets.UTF_8, true, args).err())
        .contains("\u001b[");
  }
}
