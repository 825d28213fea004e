package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class SimulateCommandTest {
  private static final String[] SMALL = {
    "simulate", "--policy", "patient", "--arrivals", "5/s", "--capacity", "600/m", "--outage", "1m"
  };

  @TempDir Path directory;

  private static CliRun small(String... more) {
    String[] args = new String[SMALL.length + more.length];
    System.arraycopy(SMALL, 0, args, 0, SMALL.length);
    System.arraycopy(more, 0, args, SMALL.length, more.length);
    return CliRun.of(args);
  }

  @Test
  void a_table_and_charts_are_printed() {
    CliRun run = small("--collapse", "--compare", "standard,fullJitter", "--breaker", "off");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "5 jobs/s arrive, the destination serves 10/s", "ideally the backlog drains in 1m")
        .contains("patient", "standard", "fullJitter", "drained in", "failed calls")
        .contains("= outage; one column is", "jobs that were given up");
  }

  @Test
  void the_json_has_exactly_these_keys() {
    CliRun run = small("--json", "--seed", "7");

    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode json = Json.read(run.out());
    assertThat(json.propertyNames()).containsExactly("ideal", "policies");
    assertThat(json.at("/ideal").doubleValue()).isEqualTo(60);
    assertThat(json.at("/policies/0").propertyNames())
        .containsExactly(
            "name",
            "drainSeconds",
            "drainRatio",
            "failedCalls",
            "peakPerSecond",
            "attemptsUsed",
            "dead");
    assertThat(small("--json", "--seed", "7").out()).isEqualTo(run.out());
    assertThat(small("--json", "--seed", "8").out()).isNotEqualTo(run.out());
  }

  @Test
  void a_policy_that_never_drains_has_no_ratio() throws IOException {
    Path policy = directory.resolve("p.json");
    Files.writeString(
        policy,
        "{\"maxRetries\": 100000, \"backoff\": {\"strategy\": \"fixed\", \"delay\": \"1s\"}}");

    CliRun run =
        CliRun.of(
            "simulate",
            "--policy",
            policy.toString(),
            "--arrivals",
            "2/s",
            "--capacity",
            "4/s",
            "--outage",
            "1m",
            "--collapse",
            "--breaker",
            "off",
            "--workers",
            "10",
            "--json");

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Json.read(run.out()).at("/policies/0/drainRatio").isNull()).isTrue();
  }

  @Test
  void the_chart_is_written_as_svg() throws IOException {
    Path file = directory.resolve("load.svg");

    assertThat(small("--svg", file.toString()).exitCode()).isZero();

    assertThat(Files.readString(file)).startsWith("<svg").contains("patient", "outage");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--arrivals 10/s --capacity 10/s | --arrivals must be less than the capacity of 10/s",
        "--arrivals fast | --arrivals: 'fast' must be a rate such as 10/s",
        "--outage soon | --outage: 'soon' must be a duration such as",
        "--outage 2d | --outage must be from PT1S to PT24H",
        "--breaker maybe | --breaker: 'maybe' must be on or off",
        "--budget 200% | --budget: '200%' must be a percentage from 0% to 100%",
        "--burn 3 | --burn must be from 0 to 1",
        "--burn 0.5 --collapse | --collapse cannot be combined with --burn",
        "--workers 0 | --workers must be from 1 to",
        "--queue mail | --queue, --from, --to and --fail-if require --history",
        "--history --compare standard --queue q | --history cannot be combined with --compare",
        "--history | --history requires --queue",
        "--history --queue q --fail-if lost | --fail-if: 'lost' must be lost, unknown or attempts"
      })
  void bad_input_is_a_clear_error(String args, String message) {
    CliRun run = CliRun.of(("simulate --policy patient " + args.strip()).split(" "));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains(message.strip());
  }

  @Test
  void without_a_policy_there_is_nothing_to_simulate() {
    assertThat(CliRun.of("simulate").err()).contains("--policy is required");
    assertThat(CliRun.of("simulate", "--policy", "unheard-of").exitCode()).isEqualTo(3);
  }

  @Test
  void a_replay_says_what_would_be_lost_and_can_fail_a_build() throws IOException {
    Path policy = directory.resolve("smaller.json");
    Files.writeString(
        policy, "{\"maxRetries\": 0, \"backoff\": {\"strategy\": \"fixed\", \"delay\": \"1s\"}}");
    try (TestServer server = TestServer.onSqlite(directory)) {
      recordOneRetry(server);

      CliRun run = replay(server, "--policy", policy.toString());
      CliRun failed = replay(server, "--policy", policy.toString(), "--fail-if", "lost > 0.1%");
      CliRun kept = replay(server, "--policy", "default", "--fail-if", "lost > 0.1%");
      CliRun recommended = replay(server);

      assertThat(run.exitCode()).as(run.err()).isZero();
      assertThat(run.out()).contains("lost      1 successes (100.00 %)", "What is not known:");
      assertThat(failed.exitCode()).isEqualTo(7);
      assertThat(failed.err()).contains("--fail-if is true: lost > 0.1%");
      assertThat(kept.exitCode()).as(kept.err()).isZero();
      assertThat(recommended.out()).contains("timeout", "\"maxRetries\":1");
    }
  }

  private static CliRun replay(TestServer server, String... more) {
    String[] args = new String[6 + more.length];
    args[0] = "simulate";
    args[1] = "--history";
    args[2] = "--queue";
    args[3] = "mail";
    args[4] = "--server";
    args[5] = server.url();
    System.arraycopy(more, 0, args, 6, more.length);
    return CliRun.of(args);
  }

  private static void recordOneRetry(TestServer server) {
    server.put("/api/v1/queues/mail", "{}").is(201);
    server.post("/api/v1/jobs", "{\"type\": \"send\", \"queue\": \"mail\"}").is(201);
    String lease = claim(server);
    server
        .post(
            "/api/v1/leases/" + lease + "/fail",
            "{\"errorType\": \"timeout\", \"message\": \"too slow\"}")
        .is(200);
    server.clock().advance(Duration.ofMinutes(5));
    server.post("/api/v1/leases/" + claim(server) + "/complete").is(200);
    server.clock().advance(Duration.ofSeconds(1));
  }

  private static String claim(TestServer server) {
    return server
        .post(
            "/api/v1/claims", "{\"worker\": \"w\", \"queues\": [\"mail\"], \"types\": [\"send\"]}")
        .is(200)
        .at("/items/0/token");
  }
}
