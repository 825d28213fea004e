package io.taskforge.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionCommandTest {
  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh"})
  void a_shell_learns_every_command(String shell) {
    CliRun run = CliRun.of("completion", shell);

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .startsWith("# taskforge in " + shell)
        .contains("complete -F _complete_taskforge", "jobs", "enqueue", "--payload", "redrive");
  }

  @Test
  void an_unknown_shell_is_wrong_usage() {
    assertThat(CliRun.of("completion", "fish").exitCode()).isEqualTo(2);
  }
}
