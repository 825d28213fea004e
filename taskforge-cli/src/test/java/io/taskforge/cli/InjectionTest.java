package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.Answer;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.dashboard.HostileStore;
import io.taskforge.text.PrintableText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Texts of users and workers are shown as text: they move no cursor and begin no line. */
class InjectionTest {
  @TempDir Path directory;

  private static List<String> injections() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(InjectionTest.class.getResourceAsStream("injections.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> Json.read(line).stringValue())
          .toList();
    }
  }

  @Test
  void no_text_acts_on_a_terminal_or_forges_a_line() throws IOException {
    List<String> injections = injections();
    assertThat(injections).hasSizeGreaterThanOrEqualTo(130).doesNotHaveDuplicates();
    List<String> wrong = new ArrayList<>();
    try (TestServer server = TestServer.onSqlite(directory)) {
      server.put("/api/v1/queues/default", "{\"deadLetterQueue\": \"dead\"}");
      for (String text : injections) {
        String id = failed(server, text);
        Answer job = server.get("/api/v1/jobs/" + id).is(200);
        if (!job.json().at("/payload").stringValue().equals(text)) {
          wrong.add("payload was changed: " + PrintableText.escaped(text));
        }
        for (String command : List.of("jobs show " + id + " --history", "dlq show " + id)) {
          CliRun run = CliRun.of((command + " --server " + server.url()).split(" ", -1));
          check(command, text, run.out() + run.err(), wrong);
          assertThat(run.exitCode()).as(command + ": " + run.err()).isZero();
        }
        String history = "/api/v1/jobs/" + id + "/history";
        check(history, text, server.get(history, "Accept", "text/plain").is(200).text(), wrong);
      }
      CliRun list = CliRun.of("dlq", "list", "--server", server.url());
      check("dlq list", "all texts", list.out(), wrong);
      assertThat(list.out()).contains("refused");
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void no_stored_text_acts_on_a_terminal_in_any_list() throws Exception {
    List<String> wrong = new ArrayList<>();
    try (TestServer server = TestServer.onSqlite(directory)) {
      Set<String> names = new HashSet<>();
      HostileStore.fill(
          server,
          injections().stream()
              .filter(InjectionTest::isAccepted)
              .filter(text -> names.add(HostileStore.name("", text)))
              .limit(100)
              .toList());
      String destination = server.get("/api/v1/destinations").is(200).at("/items/0/id");
      String webhook = server.get("/api/v1/webhooks").is(200).at("/items/0/id");
      List<List<String>> commands = new ArrayList<>();
      for (String list :
          List.of(
              "jobs list",
              "queues",
              "types",
              "dlq list",
              "dlq groups",
              "redrives",
              "schedules",
              "webhooks",
              "destinations",
              "alerts",
              "alert-rules",
              "workers",
              "tenants",
              "keys",
              "audit")) {
        commands.add(List.of(list.split(" ")));
      }
      commands.add(List.of("destinations", "show", destination));
      commands.add(List.of("webhooks", "show", webhook));
      commands.add(List.of("webhooks", "deliveries", webhook));
      commands.add(List.of("schedules", "show", "s0"));
      for (List<String> command : commands) {
        List<String> words = new ArrayList<>(command);
        words.addAll(List.of("--server", server.url()));
        CliRun run = CliRun.of(words.toArray(String[]::new));
        assertThat(run.exitCode()).as(command + ": " + run.err()).isZero();
        check(String.join(" ", command), "a stored text", run.out() + run.err(), wrong);
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Keys are rejected if a database could not store them, and error types with surrogates. */
  private static boolean isAccepted(String text) {
    return text.chars().noneMatch(c -> c == 0 || Character.isSurrogate((char) c));
  }

  /** Returns a dead job whose payload and error have a text. */
  private static String failed(TestServer server, String text) {
    ObjectNode job = Json.object().put("type", "mail").put("payload", text);
    String id =
        server.post("/api/v1/jobs", Json.write(job.put("retryPolicy", "once"))).is(201).at("/id");
    String token =
        server
            .post("/api/v1/claims", "{\"worker\": \"w\", \"types\": [\"mail\"], \"lease\": \"1h\"}")
            .is(200)
            .at("/items/0/token");
    ObjectNode error = Json.object().put("errorType", "refused").put("message", text);
    server.post("/api/v1/leases/" + token + "/fail", Json.write(error)).is(200);
    return id;
  }

  private static void check(String where, String text, String shown, List<String> wrong) {
    shown
        .lines()
        .filter(line -> !PrintableText.escaped(line).equals(line.replace("\t", "\\u0009")))
        .forEach(line -> wrong.add("%s acts in %s".formatted(PrintableText.escaped(text), where)));
    if (shown.lines().anyMatch(line -> line.matches("(job 7|forged|.{20} ERROR).*"))) {
      wrong.add("%s forges a line in %s".formatted(PrintableText.escaped(text), where));
    }
  }
}
