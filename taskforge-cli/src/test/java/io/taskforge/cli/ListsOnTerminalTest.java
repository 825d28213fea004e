package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Every list that the program prints, with the longest possible values. */
class ListsOnTerminalTest {
  private static final String UUID = "01981c2e-5a00-7000-8000-000000000001";
  private static final String LONG =
      "a-name-that-is-much-longer-than-any-screen-has-room-for".repeat(2);
  private static final String AT = "2030-01-31T12:00:00.123456Z";

  private final StubApi api = new StubApi();

  @AfterEach
  void stop() {
    api.close();
  }

  static Stream<Arguments> lists() {
    return Stream.of(
        list(
            "jobs list",
            "/jobs?limit=50",
            """
            {"id":"UUID","queue":"LONG","type":"LONG","state":"SUCCEEDED","attempt":1000,
             "failures":1000,"runAt":"AT","lastError":{"type":"timeout","message":"LONG LONG"}}"""),
        list("queues", "/queues", QUEUE),
        list("queues list", "/queues", QUEUE),
        list("types", "/types", TYPE),
        list("types list", "/types", TYPE),
        list(
            "dlq list",
            "/dead-letters?limit=50",
            """
            {"id":"UUID","queue":"LONG","type":"LONG","lastError":{"type":"x","message":"LONG"},
             "deadLetter":{"moved_from_queue":"LONG","moved_at":"AT","dlq_reason":"LONG"}}"""),
        list(
            "dlq groups",
            "/failure-groups?limit=20",
            """
            {"fingerprint":"3f9a0c1d2e4b5a69","deadJobs":5,"count":1234567,"lastSeen":"AT",
             "queues":["LONG","LONG"],"errorType":"x","sample":{"jobId":"UUID","message":"LONG"}}"""),
        list("destinations", "/destinations", DESTINATION),
        list("destinations list", "/destinations", DESTINATION),
        list("redrives", "/redrives", REDRIVE),
        list("redrives list", "/redrives", REDRIVE),
        list("schedules", "/schedules", SCHEDULE),
        list("schedules list", "/schedules", SCHEDULE),
        list(
            "schedules runs nightly",
            "/schedules/nightly/runs?limit=50",
            """
            {"jobId":"UUID","attempt":1000,"retryCount":1000,"status":"SUCCEEDED",
             "scheduledAt":"AT","startedAt":"AT","durationMs":1234567,"errorType":"timeout",
             "message":"LONG LONG"}"""),
        list("alerts", "/alerts?limit=50", ALERT),
        list("alerts list", "/alerts?limit=50", ALERT),
        list("webhooks", "/webhooks", WEBHOOK),
        list("webhooks list", "/webhooks", WEBHOOK),
        list(
            "webhooks deliveries nightly",
            "/webhooks/nightly/deliveries?limit=50",
            """
            {"id":"UUID","event":"job.dead","jobId":"UUID","state":"RETRYING","totalAttempts":12,
             "lastStatus":503,"lastError":{"type":"http_503","message":"LONG"},"createdAt":"AT",
             "nextRunAt":"AT"}"""),
        list("alert-rules", "/alert-rules", RULE),
        list("alert-rules list", "/alert-rules", RULE),
        list("workers", "/workers", WORKER),
        list("workers list", "/workers", WORKER),
        list("tenants", "/tenants", TENANT),
        list("tenants list", "/tenants", TENANT),
        list("keys", "/keys", KEY),
        list("keys list", "/keys", KEY),
        list(
            "audit",
            "/audit?limit=50",
            """
            {"at":"AT","actor":"LONG","action":"queue.update","target":{"id":"LONG"},
             "tenant":"LONG","outcome":"denied","detail":{"policy":"LONG"}}"""));
  }

  private static final String QUEUE =
      """
      {"name":"LONG","paused":true,"waiting":1234567,"due":1,"running":2,"dead":3,
       "oldestDueAt":"AT","deadLetterQueue":"LONG"}""";
  private static final String TYPE =
      """
      {"name":"LONG","retryPolicy":"LONG","changedAt":"AT"}""";
  private static final String DESTINATION =
      """
      {"id":"LONG","tenant":"LONG","access":"limited","breaker":"half-open","until":"AT",
       "releaseRate":12.5,"hold":"LONG LONG","calls":1234567,"failed":1234567,
       "errors":[{"at":"AT","type":"timeout","message":"LONG"}],"changedAt":"AT"}""";
  private static final String REDRIVE =
      """
      {"id":"UUID","state":"STOPPED","matched":1234567,"moved":1234567,"skipped":1,"failed":1,
       "createdAt":"AT","finishedAt":"AT","targetQueue":"LONG","reason":"LONG LONG"}""";
  private static final String SCHEDULE =
      """
      {"id":"LONG","tenant":"LONG","name":"LONG","cron":"*/5 * * * *","zone":"Europe/Berlin",
       "paused":false,"job":{"type":"LONG"},"nextRunAt":"AT","lastRunAt":"AT"}""";
  private static final String ALERT =
      """
      {"id":"3f9a0c77d1e2","state":"resolved","severity":"critical","rule":"dead-letters",
       "tenant":"LONG","queue":"LONG","raisedAt":"AT","resolvedAt":"AT","acknowledgedBy":"LONG",
       "text":"LONG LONG"}""";
  private static final String WEBHOOK =
      """
      {"id":"wh_0123456789abcdef0123456789abcdef","tenant":"LONG","name":"LONG","enabled":false,
       "url":"https://example.com/LONG","events":["job.dead","job.failed"],"queue":"LONG",
       "type":"LONG"}""";
  private static final String RULE =
      """
      {"name":"failure-ratio","queue":"LONG","severity":"critical","enabled":true,
       "threshold":123.5,"unit":"percent","for":"10m","window":"15m","minimum":1000,
       "isDefault":false}""";
  private static final String WORKER =
      """
      {"id":"LONG","host":"LONG","running":12,"concurrency":1000,"queues":["LONG","LONG"],
       "types":["LONG"],"startedAt":"AT","lastSeenAt":"AT"}""";
  private static final String TENANT =
      """
      {"name":"LONG","maxWaiting":100000,"jobsPerSecond":200.5}""";
  private static final String KEY =
      """
      {"id":"7f86b7298892","name":"LONG","tenant":"LONG","scope":"admin","createdAt":"AT",
       "lastUsedAt":"AT","expiresAt":"AT","revokedAt":"AT"}""";

  private static Arguments list(String command, String path, String item) {
    return arguments(
        command, path, item.replace("UUID", UUID).replace("LONG", LONG).replace("AT", AT));
  }

  private void answer(String path, String item) {
    api.on("GET " + path, "200 {\"items\":[" + item + "],\"next\":null}");
  }

  @ParameterizedTest
  @MethodSource("lists")
  void no_line_is_longer_than_80_columns(String command, String path, String item) {
    answer(path, item);

    List<String> lines = api.runOnTerminal(80, command.split(" ")).out().lines().toList();

    assertThat(lines).hasSize(3).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(lines.get(0)).as("headings").matches("[a-z |]+");
  }

  @ParameterizedTest
  @MethodSource("lists")
  void output_to_a_pipe_contains_every_value_in_full(String command, String path, String item) {
    answer(path, item);

    String out = api.run(command.split(" ")).out();

    assertThat(out).contains(item.contains(LONG) ? LONG : UUID).doesNotContain("...", "…");
    assertThat(out.lines().findFirst()).hasValueSatisfying(h -> assertThat(h).matches("[a-z |]+"));
  }

  @Test
  void every_list_is_tested() {
    List<String> tested =
        lists().map(list -> ((String) list.get()[0]).replace(" nightly", "")).toList();

    assertThat(
            Commands.all().stream()
                .filter(ListsOnTerminalTest::isList)
                .map(command -> String.join(" ", Commands.words(command))))
        .isSubsetOf(tested)
        .hasSameSizeAs(tested);
  }

  /** Goes by the help text. The retries of a job are shown with their counts, not as a list. */
  private static boolean isList(CommandLine command) {
    String description = command.getCommandSpec().usageMessage().description()[0];
    return command.getCommand() instanceof ApiCommand
        && description.matches("(Lists|Groups)\\b.*")
        && !command.getCommandName().equals("retries");
  }

  @Test
  void figures_are_right_aligned() {
    api.on(
        "GET /failure-groups?limit=20",
        "200 {\"items\":[{\"fingerprint\":\"a\",\"deadJobs\":7,\"count\":1234567}],\"next\":null}");

    assertThat(api.run("dlq", "groups").out().lines())
        .containsExactly(
            " group | dead | failures", "-------+------+----------", " a     |    7 |  1234567");
  }

  @ParameterizedTest
  @ValueSource(strings = {"policy list", "policy show patient", "policy show conservative"})
  void tables_of_policies_fit_as_well(String command) {
    List<String> table =
        CliRun.onTerminal(80, command.split(" "))
            .out()
            .lines()
            .filter(line -> line.startsWith(" ") || line.startsWith("-"))
            .toList();

    assertThat(table)
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void an_empty_page_is_not_the_end_of_a_list() {
    api.on("GET /jobs?limit=1000", "200 {\"items\":[],\"next\":\"c1\"}");
    api.on("GET /jobs?limit=1000&cursor=c1", "200 {\"items\":[{\"id\":\"j1\"}],\"next\":null}");

    assertThat(api.run("jobs", "list", "--all").out()).contains("j1");
    assertThat(api.run("jobs", "list", "--all", "--json").out())
        .isEqualToIgnoringWhitespace("{\"items\":[{\"id\":\"j1\"}],\"next\":null}");
  }
}
