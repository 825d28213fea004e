package io.taskforge.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.taskforge.server.api.RealServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The {@code curl} examples in the documents work and print the documented output. */
@Timeout(180)
class CurlExamplesTest {
  private static final String DOCUMENTED = "http://127.0.0.1:8080";
  private static final int TRIES = 40;
  // Ubuntu 20.04 has 7.68, Debian 11 has 7.74 and RHEL 9 has 7.76; --json came with 7.82.
  private static final Set<String> OLD_OPTIONS =
      Set.of("-H", "-N", "-X", "-d", "-o", "-s", "-sN", "-w", "--max-time");
  private static final Pattern OPTION = Pattern.compile("(?<=\\s)--?[A-Za-z][\\w-]*");
  private static final Predicate<String> DONE =
      Pattern.compile("\"state\":\"(SUCCEEDED|RETRYING|DEAD|DONE|HALTED)\"").asPredicate();
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
            "docs/guides/coming-from.md",
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
  void every_curl_example_shows_its_output_and_is_run() {
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
  void documented_curl_options_exist_in_curl_7_68() {
    for (PrintedText printed : PrintedText.all()) {
      if (CALLS.test(printed.text())) {
        assertThat(options(printed.text())).as("%s", printed).isSubsetOf(OLD_OPTIONS);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--json", "--fail-with-body", "--url-query", "--variable"})
  void newer_options_are_detected(String option) {
    assertThat(options("X=$(curl -s %s 'a -b' http://x | sed 's/-q//')".formatted(option)))
        .containsExactly("-s", option);
  }

  private static List<String> options(String commands) {
    String unquoted = commands.replaceAll("'[^']*'", "''");
    return OPTION.matcher(unquoted).results().map(MatchResult::group).toList();
  }

  @Test
  void an_example_that_shows_the_result_of_a_job_waits_for_it() {
    List<CurlExample> waiting =
        Document.all().stream()
            .flatMap(document -> CurlExample.in(document).stream())
            .filter(example -> looks(example.commands()) && DONE.test(example.printed()))
            .toList();

    assertThat(waiting).hasSizeGreaterThanOrEqualTo(3);
    assertThat(waiting).allSatisfy(each -> assertThat(each.commands()).contains("sleep 1"));
  }

  @Test
  void an_example_with_different_output_is_detected() {
    CurlExample example = new CurlExample("x", "curl", "{\"state\":\"QUEUED\",…}", 0);

    assertThat(example.matches("{\"state\":\"QUEUED\",\"id\":1}\n")).isTrue();
    assertThat(example.matches("{\"state\":\"FAILED\",\"id\":1}")).isFalse();
  }

  /** Retries reads: on a busy machine a job takes longer than the second that examples wait. */
  private void check(CurlExample example, String url) throws IOException, InterruptedException {
    String commands = example.commands();
    boolean looks = looks(commands);
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

  /** Whether the last command only reads and can be repeated. */
  private static boolean looks(String commands) {
    String last = commands.lines().reduce("", (a, b) -> b);
    return !last.contains(" -d ") && !last.contains("-X ");
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

  /** Runs commands in one shell and keeps their variables for the next call. */
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
