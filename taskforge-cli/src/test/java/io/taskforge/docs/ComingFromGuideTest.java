package io.taskforge.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.cli.CliRun;
import io.taskforge.server.Repository;
import io.taskforge.server.api.TestServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The guide for users of other systems maps all of their names, to what exists. */
class ComingFromGuideTest {
  private static final String GUIDE = guide("coming-from");

  private static String guide(String name) {
    return Repository.text(Repository.root().resolve("docs/guides/" + name + ".md"));
  }

  private static List<String> found(String pattern) {
    return Pattern.compile(pattern)
        .matcher(GUIDE)
        .results()
        .map((MatchResult match) -> match.group(1))
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "A task queue with `retry_config`, max_attempts initial_delay_seconds max_delay_seconds"
        + " backoff_multiplier retry_on_status_codes retry_on_errors enable_jitter jitter_factor"
        + " created_at updated_at attempt_number scheduled_at executed_at status error_message"
        + " next_retry_at calculate_delay should_retry validate schedule_retry"
        + " process_scheduled_retries get_retry_history get_retry_stats cancel_pending_retries"
        + " handle_job_failure get_retry_recommendation FixedDelayBackoff ExponentialBackoff"
        + " LinearBackoff FibonacciBackoff BackoffStrategy dead_letter_queue_id attempt_count"
        + " move_to_dead_letter_queue get_dead_letter_jobs retry_from_dead_letter"
        + " delete_from_dead_letter dlq_reason moved_from_queue moved_at get_retry_metrics"
        + " retry_rate avg_retry_delay get_retry_patterns retry_counts_by_attempt"
        + " retry_outcomes_by_attempt",
    "A job worker with tenants and webhooks, tenantId jobId attempt nextRunAt fatal DLQ",
    "A queue with a fetcher and a committer, MaxRetries RetryBackoffBaseMS RetryBackoffMaxMS"
        + " retry_at retries priority retries_total retry_exhausted_total retry_latency_seconds",
    "A cron scheduler of HTTP calls, schedule api type isRecurring maxRetryCount JobExecution"
        + " job_id retry_count execution_time next_execution_time calculateRetryDelay"
        + " shouldRetryJob AT_LEAST_ONCE AT_MOST_ONCE history?limit=10",
    "CHRONOS, maxRetries baseRetryDelay maxRetryDelay retryStrategy jitterEnabled jitterFactor"
        + " jobName retryDelay useExponentialBackoff nextRunAt retryCount lockedBy ValidationError"
        + " NotFoundError UnauthorizedError ForbiddenError SyntaxError getStats totalRetries"
        + " successfulRetries retrySuccessRate retry-demo.js findOneAndUpdate"
  })
  void every_name_of_a_system_is_mapped(String system, String names) {
    int start = GUIDE.indexOf("\n## " + system + "\n");
    assertThat(start).as(system).isPositive();
    String section = GUIDE.substring(start + 1, GUIDE.indexOf("\n## ", start + 1));
    String left =
        section
            .lines()
            .filter(line -> line.startsWith("| "))
            .map(line -> line.split(" \\| ", 2)[0])
            .collect(Collectors.joining("\n"));

    assertThat(left).contains(names.split(" "));
    assertThat(section).as("a runnable example").containsPattern("```(sh|java)\n");
  }

  @ParameterizedTest
  @CsvSource({
    "3 retries | 3 attempts",
    "the initial delay is never used",
    "30 s | 16 s",
    "decorrelated | full",
    "T.15 | T.7",
    "4xx | 408",
    "ends? as failed | deadLetterOn",
    "in the payload",
    "default is used silently",
    "RetryCount | retryCount"
  })
  void a_contradiction_is_named_and_settled(String words) {
    String pattern = "(?m)^\\| .*%s.*$".formatted(words.replace(" | ", ".*"));

    assertThat(GUIDE.substring(GUIDE.indexOf("\n## Where these systems disagree\n")))
        .containsPattern(pattern);
  }

  @Test
  void every_route_exists(@TempDir Path directory) {
    try (TestServer server = TestServer.onSqlite(directory)) {
      Set<String> routes =
          server.get("/openapi.json").json().path("paths").properties().stream()
              .flatMap(
                  path ->
                      path.getValue().properties().stream()
                          .map(
                              operation ->
                                  operation.getKey().toUpperCase(Locale.ROOT)
                                      + " "
                                      + path.getKey()))
              .collect(Collectors.toSet());

      Stream<String> named =
          found("`((?:GET|POST|PUT|DELETE) /[^`? ]+)").stream()
              .map(route -> route.contains("/api/v1") ? route : route.replace(" ", " /api/v1"));
      assertThat(named).hasSizeGreaterThan(20).allMatch(routes::contains);
      Set<String> rules =
          Set.copyOf(server.get("/api/v1/alert-rules").json().findValuesAsString("name"));
      assertThat(found("rule(?:]\\([^)]*\\))? `([a-z-]+)`")).hasSize(4).allMatch(rules::contains);
    }
  }

  @Test
  void every_metric_and_command_exists() {
    assertThat(found("`(taskforge_\\w+)`")).hasSize(8).allMatch(guide("operations")::contains);
    List<String> commands =
        GUIDE
            .substring(0, GUIDE.indexOf("\n## Where these systems disagree\n"))
            .lines()
            .filter(line -> line.matches("\\| .* \\| .* \\| `[a-z].*"))
            .map(line -> line.substring(line.lastIndexOf("| `")))
            .flatMap(cell -> Pattern.compile("`([a-z -]+)`").matcher(cell).results())
            .map((MatchResult match) -> match.group(1).replaceAll(" --.*", ""))
            .toList();
    assertThat(commands).hasSizeGreaterThan(20);
    for (String command : commands) {
      assertThat(CliRun.of((command + " --help").split(" ")).out())
          .as(command)
          .contains("taskforge " + command);
    }
  }
}
