package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.TestServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class JobsCommandsTest {
  private static final String NOBODY = "01900000-0000-7000-8000-000000000000";

  @TempDir Path directory;
  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.onSqlite(directory);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private CliRun run(String... args) {
    return CliRun.of(withServer(args));
  }

  private String[] withServer(String... args) {
    return Stream.concat(Stream.of(args), Stream.of("--server", server.url()))
        .toArray(String[]::new);
  }

  private JsonNode enqueued(String... args) {
    CliRun run =
        run(
            Stream.concat(Stream.of("jobs", "enqueue", "--json"), Stream.of(args))
                .toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return Json.read(run.out());
  }

  private String id(String... args) {
    return enqueued(args).get("id").stringValue();
  }

  @Test
  void a_job_is_enqueued_with_all_options() {
    JsonNode job =
        enqueued(
            "mail",
            "--queue",
            "post",
            "--payload",
            "{\"to\": \"a@b\", \"n\": 1.10}",
            "--priority",
            "7",
            "--delay",
            "5m",
            "--policy",
            "patient",
            "--timeout",
            "30s",
            "--key",
            "k-1",
            "--tenant",
            "acme",
            "--at-most-once");

    assertThat(job.get("type").stringValue()).isEqualTo("mail");
    assertThat(job.get("queue").stringValue()).isEqualTo("post");
    assertThat(job.get("payload").get("n")).hasToString("1.10");
    assertThat(job.get("priority").intValue()).isEqualTo(7);
    assertThat(job.get("runAt").stringValue()).isEqualTo("2030-01-01T00:05:00Z");
    assertThat(job.get("retryPolicy").stringValue()).isEqualTo("patient");
    assertThat(job.get("timeout").stringValue()).isEqualTo("30s");
    assertThat(job.get("idempotencyKey").stringValue()).isEqualTo("k-1");
    assertThat(job.get("tenant").stringValue()).isEqualTo("acme");
    assertThat(job.get("guarantee").stringValue()).isEqualTo("AT_MOST_ONCE");
    assertThat(run("jobs", "enqueue", "mail", "--key", "k-1", "--tenant", "acme").out())
        .contains(job.get("id").stringValue(), "already exists");
  }

  @Test
  void a_payload_can_be_read_from_a_file_or_standard_input() throws IOException {
    Path file = Files.writeString(directory.resolve("payload.json"), "[1, 2]");

    assertThat(enqueued("mail", "--payload", "@" + file).get("payload")).hasToString("[1,2]");
    CliRun run =
        CliRun.reading("\"x\"", withServer("jobs", "enqueue", "mail", "--payload", "-", "--json"));
    assertThat(Json.read(run.out()).get("payload").stringValue()).isEqualTo("x");
  }

  @Test
  void jobs_are_listed_as_a_table_and_filtered() {
    String mail = id("mail");
    id("sms", "--queue", "other");

    assertThat(run("jobs", "list").out().lines())
        .anyMatch(line -> line.contains(mail) && line.contains("QUEUED"))
        .hasSize(4);
    assertThat(run("jobs", "list", "--type", "mail").out()).contains(mail).doesNotContain("sms");
    assertThat(run("jobs", "list", "--queue", "other").out()).doesNotContain(mail);
    assertThat(run("jobs", "list", "--state", "failed").out()).isEqualToIgnoringNewLines("no jobs");
    assertThat(run("jobs", "list", "--limit", "1").out()).contains("for more, use --all");
  }

  @Test
  void all_pages_become_one_list() {
    String lines =
        IntStream.range(0, 1_500)
            .mapToObj(i -> "{\"type\":\"mail\",\"payload\":" + i + "}")
            .collect(Collectors.joining("\n"));
    CliRun sent = CliRun.reading(lines, withServer("jobs", "enqueue", "--batch", "-"));

    assertThat(sent.out()).isEqualToIgnoringNewLines("1,500 jobs enqueued");
    JsonNode all = Json.read(run("jobs", "list", "--all", "--json").out());
    assertThat(all.get("items").size()).isEqualTo(1_500);
    assertThat(all.get("items").findValues("id").stream().distinct()).hasSize(1_500);
    assertThat(all.get("next").isNull()).isTrue();
  }

  @Test
  void pages_cut_short_by_their_size_become_one_list() {
    String line = "{\"type\":\"mail\",\"payload\":\"" + "x".repeat(250_000) + "\"}";
    String lines = String.join("\n", Collections.nCopies(20, line));
    CliRun.reading(lines, withServer("jobs", "enqueue", "--batch", "-"));

    JsonNode all = Json.read(run("jobs", "list", "--all", "--json", "--payload").out());
    JsonNode small = Json.read(run("jobs", "list", "--all", "--json").out());

    assertThat(all.get("items").findValues("id").stream().distinct()).hasSize(20);
    assertThat(all.get("items").findValues("payload")).hasSize(20);
    assertThat(small.get("items").findValues("id")).hasSize(20);
    assertThat(small.get("items").findValues("payload")).isEmpty();
  }

  @Test
  void an_invalid_line_of_a_batch_is_reported_with_its_number() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("jobs.jsonl"),
            "{\"type\":\"a\"}\n\n{\"type\":\"b\",\"priority\":\"x\",\"surprise\":1}\n");

    CliRun run = run("jobs", "enqueue", "--batch", file.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("line 3.priority", "line 3.surprise", "0 jobs were enqueued");
    assertThat(run("jobs", "list").out()).contains("no jobs");
  }

  @Test
  void a_job_is_shown_with_its_log_and_the_reason_of_each_delay() {
    String id = id("http", "--payload", "{\"url\":\"http://127.0.0.1:1/\"}", "--max-retries", "1");
    server.runDue();
    server.advance(Duration.ofMinutes(1));

    CliRun run = run("jobs", "show", id);

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("state          FAILED", "│ Initial    │ FAILED", "│ Retry #1   │ FAILED")
        .containsOnlyOnce("Initial: retry 1 of 1 in ")
        .containsOnlyOnce("Retry #1: failed, retries exhausted")
        .doesNotContain("idempotencyKey");
    assertThat(Json.read(run("jobs", "show", id, "--json").out()).get("id").stringValue())
        .isEqualTo(id);
    JsonNode history = Json.read(run("jobs", "show", id, "--history", "--json").out());
    assertThat(history.get("items").size()).isEqualTo(2);
    assertThat(
            CliRun.with(
                    InputStream.nullInputStream(),
                    StandardCharsets.US_ASCII,
                    false,
                    withServer("jobs", "show", id))
                .out())
        .contains("| Initial    | FAILED")
        .doesNotContain("│");
  }

  @Test
  void a_redriven_job_is_shown_with_its_attempts_since_the_redrive_and_in_total() {
    server.put("/api/v1/queues/calls", "{\"deadLetterQueue\": \"dead\"}").is(201);
    String call = "{\"url\":\"http://127.0.0.1:1/\"}";
    String id = id("http", "--queue", "calls", "--payload", call, "--max-retries", "3");
    for (int attempt = 0; attempt < 4; attempt++) {
      server.advance(Duration.ofMinutes(1));
    }
    server.post("/api/v1/dead-letters/" + id + "/redrive", "{}").is(200);
    server.advance(Duration.ofMinutes(1));
    server.advance(Duration.ofMinutes(1));

    assertThat(run("jobs", "show", id).out())
        .contains("state            RETRYING", "\nattempt 2 of 4 (6 total)\n")
        .contains("│ Retry #1 (6 total) │ FAILED")
        .contains("deadLetterStays", "REDRIVEN");
  }

  @Test
  void jobs_are_dead_lettered_with_a_reason() {
    String id = id("mail", "--queue", "mail");
    assertThat(run("jobs", "dead-letter", id).err()).contains("has no dead letter queue");
    run("queues", "set", "mail", "--dead-letter-queue", "dead", "--dead-letter-on", "all");

    assertThat(run("jobs", "dead-letter", id, "--reason", "odd").out())
        .contains(id + "  dead-lettered, now DEAD");
    assertThat(server.get("/api/v1/queues/mail").at("/deadLetterOn")).isEqualTo("ALL");
    assertThat(run("dlq", "delete", id, "--reason", "spam").exitCode()).isZero();
    assertThat(run("jobs", "show", id).out()).contains("By request: odd", "By request: spam");
  }

  @Test
  void a_job_that_was_cancelled_while_it_waited_is_shown_with_the_reason() {
    String id = id("mail");
    server.post("/api/v1/jobs/" + id + "/cancel", "{\"reason\": \"sent by post\"}").is(200);

    assertThat(run("jobs", "show", id).out())
        .contains("\nattempt 0\n", "By request: sent by post")
        .doesNotContain("no attempts yet");
  }

  @Test
  void a_job_that_cannot_be_cancelled_does_not_stop_others_from_being_cancelled() {
    String first = id("mail");
    String second = id("mail");

    CliRun run = run("jobs", "cancel", first, NOBODY, second);

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("there is no job " + NOBODY);
    assertThat(run.out())
        .contains(first + "  cancelled, now CANCELLED", second + "  cancelled, now CANCELLED");
    assertThat(run("jobs", "retry", first).out()).contains(first + "  retried, now QUEUED");
  }

  @Test
  void a_change_that_the_state_does_not_allow_is_exit_code_4() {
    String id = id("mail");
    run("jobs", "cancel", id);

    CliRun again = run("jobs", "cancel", id);

    assertThat(again.exitCode()).isEqualTo(4);
    assertThat(again.err()).contains("is CANCELLED and cannot be cancelled");
  }

  @ParameterizedTest
  @ValueSource(strings = {NOBODY, "nonsense", "../../../healthz", "a b/c?d#e"})
  void an_unknown_job_is_exit_code_3(String id) {
    CliRun run = run("jobs", "show", id);

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("taskforge: ");
  }

  @Test
  void all_faults_of_a_request_are_reported_with_exit_code_2() {
    CliRun run = run("jobs", "enqueue", "no type!", "--priority", "99999", "--delay", "soon");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("\n  type: ", "\n  priority: 99999 ", "\n  delay: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{} {}", "nope"})
  void a_payload_that_is_not_json_is_rejected_before_it_is_sent(String payload) {
    CliRun run = run("jobs", "enqueue", "mail", "--payload", payload);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("taskforge: --payload: must be one JSON value");
  }

  @Test
  void control_characters_are_escaped_and_a_pipe_gets_no_colours() {
    String id = id("mail", "--payload", "{\"x\":\"\\u001b[31mred\\u202e é\"}");

    String shown = run("jobs", "show", id).out();
    assertThat(shown).contains("\\u001B[31mred").doesNotContain("\u001b", "\u202e");
    String json = run("jobs", "show", id, "--json").out();
    assertThat(json).isASCII().doesNotContain("\u001b");
    assertThat(Json.read(json).get("payload").get("x").stringValue())
        .isEqualTo("\u001b[31mred\u202e é");
    String coloured =
        CliRun.with(
                InputStream.nullInputStream(),
                StandardCharsets.UTF_8,
                true,
                withServer("jobs", "list"))
            .out();
    assertThat(coloured).contains("\u001b[36m QUEUED");
  }

  @Test
  void an_unreachable_server_is_exit_code_5() {
    CliRun run = CliRun.of("jobs", "list", "--server", "http://127.0.0.1:1");

    assertThat(run.exitCode()).isEqualTo(5);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("no response from http://127.0.0.1:1", "taskforge server");
  }

  @ParameterizedTest
  @ValueSource(strings = {"ftp://x", "localhost:8080", "http://", "::", "http://h/?a=b"})
  void an_invalid_server_url_is_rejected(String url) {
    CliRun run = CliRun.of("jobs", "list", "--server", url);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--server", "must be a URL");
  }
}
