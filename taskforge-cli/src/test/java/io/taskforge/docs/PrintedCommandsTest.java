package io.taskforge.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.taskforge.cli.CliRun;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.server.Repository;
import io.taskforge.server.Stores;
import io.taskforge.server.api.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command that documents, messages and the dashboard show works. */
class PrintedCommandsTest {
  private static final Set<String> ENDLESS = Set.of("server", "demo", "bench", "chaos", "watch");
  private static final Set<String> OFFLINE = Set.of("policy", "schema", "completion");
  private static final String ID = "01981c2e-5a00-7000-8000-000000000001";
  private static final Pattern PLACEHOLDER = Pattern.compile("%(\\d\\$)?s|[A-Z]+");

  @TempDir static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() throws IOException {
    server = TestServer.onSqlite(directory);
    server.put("/api/v1/queues/mail", "{}").is(201);
    Path store = Files.createDirectory(directory.resolve("store"));
    SqliteJobStore.open(store.resolve(Stores.FILE)).close();
    Files.writeString(directory.resolve("payload.json"), "{}");
    Files.writeString(directory.resolve("jobs.jsonl"), "{\"type\": \"welcome\"}\n");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static List<PrintedCommand> commands() {
    return PrintedCommand.all(String.join("|", CliRun.commandNames()));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void every_printed_command_works(PrintedCommand command) {
    List<String> args = new ArrayList<>();
    for (String word : command.args()) {
      args.add(value(args, word));
    }
    assertThatCode(() -> CliRun.parse(args.toArray(String[]::new)))
        .as("%s", command)
        .doesNotThrowAnyException();
    String name = args.isEmpty() ? "" : args.get(0);
    boolean offline = isOffline(args);
    if (ENDLESS.contains(name) || args.contains("--help")) {
      return;
    }
    CliRun run = CliRun.reading("{}", aimed(name, args).toArray(String[]::new));

    if (command.exitCode() != null || offline) {
      int expected = command.exitCode() == null ? 0 : command.exitCode();
      assertThat(run.exitCode()).as("%s: %s", command, run.err()).isEqualTo(expected);
    } else {
      // The resources that examples name may be missing or exist already.
      assertThat(run.exitCode()).as("%s: %s", command, run.err()).isIn(0, 3, 4);
    }
  }

  private static boolean isOffline(List<String> args) {
    return !args.isEmpty()
        && OFFLINE.contains(args.get(0))
        && !args.contains("set")
        && !args.contains("delete");
  }

  /** Adds the server or store option. Keys are created in a separate store. */
  private static List<String> aimed(String name, List<String> args) {
    List<String> all = new ArrayList<>(args);
    if (!isOffline(args) && !all.contains("--data")) {
      boolean keys = name.equals("keys");
      all.add(keys ? "--data" : "--server");
      all.add(keys ? store() : server.url());
    }
    if (name.equals("dlq") && args.contains("redrive") && !args.contains("--json")) {
      all.add("--json"); // does not wait for the end of the redrive
    }
    return all;
  }

  /** Replaces placeholders and file names of examples with real values. */
  private static String value(List<String> before, String word) {
    String last = before.isEmpty() ? "" : before.get(before.size() - 1);
    if (last.equals("--data")) {
      return store();
    }
    if (word.matches("@?(payload\\.json|jobs\\.jsonl)")) {
      return word.replaceFirst("(?=\\w)", directory + "/");
    }
    if (word.contains("/") && Files.exists(Repository.root().resolve(word))) {
      return Repository.root().resolve(word).toString();
    }
    if (!PLACEHOLDER.matcher(word).matches()) {
      return word;
    }
    boolean name = last.equals("--queue") || last.equals("--tenant") || before.contains("queues");
    return name ? "mail" : before.contains("policy") ? "patient" : ID;
  }

  private static String store() {
    return directory.resolve("store").toString();
  }

  @Test
  void commands_are_found_in_all_kinds_of_text() {
    List<String> sources = commands().stream().map(PrintedCommand::source).distinct().toList();

    assertThat(sources)
        .contains("README.md", "docs/guides/cli.md", "docs/guides/alerts.md")
        .contains("docs/monitoring/prometheus-rules.yml")
        .anyMatch(source -> source.endsWith("/AlertRules.java"))
        .anyMatch(source -> source.endsWith("/pages/schedules.js"))
        .anyMatch(source -> source.endsWith("/index.html"));
    assertThat(commands()).hasSizeGreaterThan(80);
  }

  @Test
  void a_command_in_prose_ends_at_punctuation() {
    Pattern start = Pattern.compile("\\./taskforge(?= )");
    PrintedText text =
        new PrintedText(
            "x", "See ./taskforge dlq list --queue a.b, or ./taskforge keys (ask). No more.");

    Stream<List<String>> found = PrintedCommand.in(text, start).map(PrintedCommand::args);

    assertThat(found).containsExactly(List.of("dlq", "list", "--queue", "a.b"), List.of("keys"));
  }

  @Test
  void a_string_literal_split_across_lines_is_read_as_one() {
    assertThat(PrintedText.literals("f(\"./taskforge keys\"\n    + \" list\", '\"', \"x\")"))
        .containsExactly("./taskforge keys list", "x");
  }
}
