package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The whole demo, in real time, with its second and third process. */
@Tag("jdk")
class DemoCommandTest {
  @Test
  void every_story_is_shown_live_and_ends_as_expected() {
    CliRun run = CliRun.of("demo");

    assertThat(run.exitCode()).as(run.out()).isZero();
    assertThat(run.err()).isEmpty();
    assertLive(run.out());
    assertFinalStates(run.out());
    assertLogsAndStatistics(run.out());
  }

  private static void assertLive(String out) {
    String time = "(?m)^ *\\d+\\.\\ds  ";
    assertThat(out)
        .doesNotContain("\u001b")
        .containsPattern(time + "success +attempt 1 succeeded")
        .containsPattern(
            time + "flaky +attempt 2 failed: HTTP 503 .*; retry 2 of 4 in .*exponential.*±20%")
        .containsPattern(time + "flaky +attempt 3 succeeded")
        .containsPattern(time + "always-failing +attempt 4 failed: .*; dead-lettered, retries exh")
        .containsPattern(time + "not-retryable +attempt 1 failed: HTTP 422 .*permanent failure")
        .containsPattern(time + "timeout +attempt 1 failed: no complete answer .* within 2s; retry")
        .containsPattern(time + "rate-limited +attempt 1 failed: .*but Retry-After asked for 2s")
        .containsPattern(time + "at-most-once +attempt 1 failed: .*AT_MOST_ONCE is not retried")
        .containsPattern(time + "recurring +attempt 1 succeeded")
        .containsPattern(time + "killed-worker +process \\d+ is killed")
        .containsPattern(time + "killed-worker +attempt 1 is lost: .*lost lease 1 of 6")
        .containsPattern(time + "killed-worker +attempt 2 succeeded");
  }

  private static void assertFinalStates(String out) {
    assertThat(out)
        .containsPattern("(?m)^ success +\\| SUCCEEDED +\\| +1 \\|")
        .containsPattern("(?m)^ flaky +\\| SUCCEEDED +\\| +3 \\|")
        .containsPattern("(?m)^ always-failing +\\| DEAD +\\| +4 \\|")
        .containsPattern("(?m)^ not-retryable +\\| FAILED +\\| +1 \\|")
        .containsPattern("(?m)^ timeout +\\| SUCCEEDED +\\| +2 \\|")
        .containsPattern("(?m)^ rate-limited +\\| SUCCEEDED +\\| +2 \\|")
        .containsPattern("(?m)^ at-most-once +\\| FAILED +\\| +1 \\|")
        .containsPattern("(?m)^ recurring +\\| SUCCEEDED +\\| +1\\+1")
        .containsPattern("(?m)^ killed-worker +\\| SUCCEEDED +\\| +2 \\|");
  }

  private static void assertLogsAndStatistics(String out) {
    assertThat(out)
        .containsPattern("│ Initial +│ FAILED +│")
        .containsPattern("│ Retry #2 +│ SUCCESS +│")
        .containsPattern("│ Initial +│ LOST +│")
        .contains("all queues: 7 retries, 3 succeeded, 4 failed")
        .contains("Every story ended as expected.")
        .endsWith(
            "dashboard of these jobs: ./taskforge demo --stay    (runs them again and keeps the server running)\n");
  }

  @Test
  void an_unsupported_database_is_rejected() {
    CliRun run = CliRun.of("demo", "--db", "jdbc:mysql://localhost/x");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--db must begin with jdbc:postgresql:");
  }

  @Test
  void the_command_of_the_second_process_is_hidden() {
    assertThat(CliRun.of("--help").out()).contains("demo").doesNotContain("demo-worker");
  }
}
