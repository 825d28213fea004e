package io.taskforge.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.taskforge.server.api.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the documents do with {@code curl} works, and prints what they say. */
@Timeout(180)
class CurlExamplesTest {
  private static final String DOCUMENTED = "http://127.0.0.1:8080";
  private static final int TRIES = 40;
  private static final Predicate<String> CALLS = Pattern.compile("\\bcurl ").asPredicate();

  @TempDir Path directory;

  @Test
  void every_example_prints_what_its_document_says() throws IOException, InterruptedException {
    assumeTrue(run("curl --version") == 0, "there is no curl here");
    List<CurlExample> examples =
        Document.all().stream().flatMap(document -> CurlExample.in(document).stream()).toList();
    assertThat(examples).hasSizeGreaterThanOrEqualTo(35);
    assertThat(examples)
        .extracting(CurlExample::document)
        .contains(
            "README.md",
            "docs/guides/alerts.md",
            "docs/guides/http-api.md",
            "docs/guides/schedules.md",
            "docs/guides/dead-letters.md",
            "docs/guides/tenants.md",
            "docs/guides/webhooks.md");
    try (RealServer server = RealServer.onSqlite(directory)) {
      for (CurlExample example : examples) {
        check(example, server.url());
      }
    }
  }

  @Test
  void no_example_goes_without_an_answer_and_so_unrun() {
    for (Document document : Document.all()) {
      long shown = Stream.of("sh", "console").flatMap(document::blocks).filter(CALLS).count();

      assertThat(CurlExample.in(document)).as(document.name()).hasSize((int) shown);
    }
  }

  @Test
  void every_route_for_operators_has_an_example() {
    String commands =
        Document.all().stream()
            .flatMap(document -> CurlExample.in(document).stream())
            .map(CurlExample::commands)
            .collect(Collectors.joining("\n"));

    assertThat(commands)
        .contains("/queues/", "/pause", "/resume", "/retry-metrics", "/retry-patterns")
        .contains("/policies/", "/policies/validate", "/policies/preview", "If-Match")
        .contains("/dead-letters/", "/redrive\n", "/failure-groups", "/redrives/preview")
        .contains("/schedules/", "/trigger", "/stats", "/workers", "/audit")
        .contains("/webhooks/", "/deliveries", "/test", "/rotate-secret")
        .contains("/alerts", "/alert-rules/");
  }

  @Test
  void an_example_that_prints_something_else_is_found_out() {
    CurlExample example = new CurlExample("x", "curl", "{\"state\":\"QUEUED\",…}", 0);

    assertThat(example.matches("{\"state\":\"QUEUED\",\"id\":1}\n")).isTrue();
    assertThat(example.matches("{\"state\":\"FAILED\",\"id\":1}")).isFalse();
  }

  /** Jobs take a moment; whoever only looks may look again. */
  private void check(CurlExample example, String url) throws IOException, InterruptedException {
    String commands = example.commands();
    String last = commands.lines().reduce("", (a, b) -> b);
    boolean looks = !last.contains("--json") && !last.contains("-X ");
    int exitCode = run(commands.replace(DOCUMENTED, url));
    for (int i = 0; looks && i < TRIES && !example.matches(printed(url)); i++) {
      exitCode = run("sleep 0.25; " + looking(commands).replace(DOCUMENTED, url));
    }
    assertThat(exitCode).as(commands).isEqualTo(example.exitCode());
    assertThat(example.matches(printed(url)))
        .as(
            "%s:%n%s%nprints%n%s%nbut should%n%s",
            example.document(), commands, printed(url), example.printed())
        .isTrue();
  }

  /** The commands without those that set up variables. */
  private static String looking(String commands) {
    return commands
        .lines()
        .filter(line -> line.startsWith("curl "))
        .collect(Collectors.joining("\n"));
  }

  private String printed(String url) throws IOException {
    return Files.readString(directory.resolve("printed")).replace(url, DOCUMENTED);
  }

  /** Runs commands in one shell; variables outlast it. */
  private int run(String commands) throws IOException, InterruptedException {
    String script =
        "set -a; [ -f variables ] && . ./variables\n%s\ncode=$?; export -p | grep -E ' (JOB|TOKEN|GROUP|REDRIVE|WEBHOOK)=' > variables; exit $code"
            .formatted(commands);
    Process bash =
        new ProcessBuilder("bash", "-c", script)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("printed").toFile())
            .start();
    assertThat(bash.waitFor(60, TimeUnit.SECONDS)).as(commands).isTrue();
    return bash.exitValue();
  }
}
