package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ChaosSimulateCommandTest {
  @Test
  void seeds_without_a_violation_are_counted() {
    CliRun run = CliRun.of("chaos", "simulate", "--seeds", "1..5");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("5 seeds, no violation").contains("seeds/s");
  }

  @Test
  void each_seed_can_be_run_twice_to_compare_the_traces() {
    CliRun run = CliRun.of("chaos", "simulate", "--seeds", "1..3", "--twice");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("3 seeds, no violation, each with the same trace twice");
  }

  @Test
  void a_violation_is_printed_with_the_command_that_repeats_it() {
    CliRun run = CliRun.of("chaos", "simulate", "--seeds", "1..20", "--bug", "retry-has-no-delay");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("violates:").contains("I7").contains("\"kind\":\"Committed\"");
    String command = run.out().substring(run.out().indexOf("chaos simulate")).strip();

    CliRun again = CliRun.of(command.split(" "));

    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.out()).contains("I7");
  }

  @Test
  void bad_arguments_are_rejected() {
    assertThat(CliRun.of("chaos", "simulate", "--seeds", "5..1").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("chaos", "simulate", "--seeds", "a").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("chaos", "simulate", "--nodes", "0").exitCode()).isEqualTo(2);
    assertThat(CliRun.of("chaos", "simulate", "--bug", "typo").err())
        .contains("must be one of")
        .contains("commit-checks-no-token");
  }

  @Test
  void a_run_with_processes_needs_the_sources() {
    CliRun run = CliRun.of("chaos", "run", "--jobs", "5000");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("chaos run is not in this jar");
  }
}
