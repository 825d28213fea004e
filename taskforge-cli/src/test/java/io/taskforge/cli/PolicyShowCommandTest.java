package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PolicyShowCommandTest {
  private static final String GROWING =
      """
      {"maxRetries": 30, "maxDelay": "365d", "jitter": {"type": "equal"},
       "backoff": {"strategy": "exponential", "initial": "1s", "multiplier": 1.5}}
      """;

  @Test
  void the_table_shows_delay_interval_sum_and_bar() {
    CliRun run = CliRun.of("policy", "show", "patient");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines())
        .startsWith(
            "patient: exponential 1m ×2, cap 1h, jitter ±20%, 3 retries",
            "retries all but permanent failures; never ForbiddenError, NotFoundError, SyntaxError,"
                + " UnauthorizedError, ValidationError",
            "",
            " retry | base delay | with jitter    | total wait     | expected | delay",
            "-------+------------+----------------+----------------+----------+----------------------",
            "    1  | 1m         | 48s to 1m12s   | 48s to 1m12s   | 1m       | ███░░",
            "    2  | 2m         | 1m36s to 2m24s | 2m24s to 3m36s | 3m       | ███████░░░",
            "    3  | 4m         | 3m12s to 4m48s | 5m36s to 8m24s | 7m       | █████████████░░░░░░░");
  }

  @Test
  void a_preset_is_found_in_any_case() {
    assertThat(CliRun.of("policy", "show", "FULLJITTER").out()).startsWith("fullJitter:");
  }

  @Test
  void without_jitter_there_is_no_interval_to_show() {
    assertThat(CliRun.of("policy", "show", "webhook").out())
        .contains(" retry | base delay | total wait | delay", "| 3m30s")
        .doesNotContain("expected", "with jitter");
  }

  @Test
  void a_policy_without_retries_says_so() {
    CliRun run = CliRun.of("policy", "show", "once");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("no retries: a job has one attempt");
  }

  @Test
  void by_default_at_most_twenty_rows_are_shown_and_the_rest_is_mentioned() {
    CliRun run = CliRun.reading(GROWING, "policy", "show", "-");

    assertThat(run.out()).contains("\n   20  |").doesNotContain("\n   21  |");
    assertThat(run.out()).contains("retries 21 to 30 are left out");
    assertThat(CliRun.reading(GROWING, "policy", "show", "-", "--retries", "30").out())
        .doesNotContain("left out");
  }

  @Test
  void retries_beyond_the_last_are_marked() {
    String out = CliRun.of("policy", "show", "patient", "--retries", "3,4,2147483647").out();

    assertThat(out).contains("         3  | 4m", "         4* | 8m", " 2147483647* | 1h");
    assertThat(out).contains("*: beyond maxRetries, never run");
    assertThat(out).contains("-: not added up beyond retry 1000000");
  }

  @Test
  void retries_beyond_the_maximum_elapsed_time_are_marked() {
    String policy =
        """
        {"maxElapsed": "90s", "backoff": {"strategy": "fixed", "delay": "40s"}}
        """;

    assertThat(CliRun.reading(policy, "policy", "show", "-").out())
        .contains("    2  | 40s", "    3! | 40s", "!: later than maxElapsed allows, never run");
  }

  @Test
  void json_gives_milliseconds_to_the_nanosecond_without_exponents() {
    CliRun run =
        CliRun.reading(
            GROWING, "policy", "show", "-", "--json", "--retries", "1,5,1000,2147483647");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("\"baseMs\" : 5062.5,", "\"baseMs\" : 31536000000.0,");
    assertThat(run.out()).doesNotContainPattern("[0-9][eE][+-]?[0-9]");
    JsonNode retries = JsonMapper.shared().readTree(run.out()).get("retries");
    assertThat(retries.size()).isEqualTo(4);
    assertThat(retries.get(1).get("minMs").decimalValue()).isEqualByComparingTo("2531.25");
    assertThat(retries.get(1).get("maxMs").decimalValue()).isEqualByComparingTo("5062.5");
    assertThat(retries.get(1).get("cumulativeMaxMs").decimalValue())
        .isEqualByComparingTo("13187.5");
    assertThat(retries.get(1).get("cumulativeExpectedMs").decimalValue())
        .isEqualByComparingTo("9890.625");
    assertThat(retries.get(3).get("retry").intValue()).isEqualTo(Integer.MAX_VALUE);
    assertThat(retries.get(3).get("cumulativeMinMs").isNull()).isTrue();
    assertThat(retries.get(3).get("beyondMaxRetries").booleanValue()).isTrue();
  }

  @Test
  void json_keeps_the_requested_order() {
    String out =
        CliRun.of("policy", "show", "default", "--json", "--retries", "9", "--retries", "2,2")
            .out();

    assertThat(JsonMapper.shared().readTree(out).get("retries").findValues("retry"))
        .extracting(JsonNode::intValue)
        .containsExactly(9, 2, 2);
  }

  @Test
  void delays_less_than_a_nanosecond_apart_and_multipliers_of_a_million_are_shown() {
    String policy =
        """
        {"backoff": {"strategy": "exponential", "initial": "PT0.000000001S", "multiplier": 1000000.0},
         "maxDelay": "365d", "jitter": {"type": "full"}}
        """;
    String out =
        CliRun.reading(policy, "policy", "show", "-", "--json", "--retries", "1,2,2147483647")
            .out();

    assertThat(out)
        .contains(
            "\"baseMs\" : 0.000001,",
            "\"baseMs\" : 1.0,",
            "\"baseMs\" : 31536000000.0,",
            "\"minMs\" : 0.0,");
  }

  @Test
  void no_mean_is_shown_for_decorrelated_delays() {
    String policy =
        """
        {"jitter": {"type": "decorrelated"}, "backoff": {"strategy": "fixed", "delay": "1s"}}
        """;

    assertThat(CliRun.reading(policy, "policy", "show", "-").out()).doesNotContain("expected");
    assertThat(CliRun.reading(policy, "policy", "show", "-", "--json").out())
        .contains("\"cumulativeExpectedMs\" : null");
  }

  @Test
  void retry_numbers_below_one_are_rejected() {
    CliRun run = CliRun.of("policy", "show", "default", "--retries", "0");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .isEqualToIgnoringNewLines(
            "taskforge: --retries: 0 is not allowed: retries are numbered from 1");
  }

  @Test
  void a_terminal_without_unicode_gets_plain_ascii() {
    CliRun run =
        CliRun.with(
            InputStream.nullInputStream(),
            StandardCharsets.US_ASCII,
            false,
            "policy",
            "show",
            "patient");

    assertThat(run.out()).isASCII().contains("| ###--");
  }
}
