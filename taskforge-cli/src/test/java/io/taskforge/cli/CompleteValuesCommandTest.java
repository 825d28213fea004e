package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.cli.output.Console;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** The names that shells complete: the command never hangs, fails or prints an error. */
@Timeout(60)
class CompleteValuesCommandTest {
  @Test
  void names_are_printed_one_per_line_without_duplicates() {
    try (StubApi api = new StubApi()) {
      api.on("GET /queues", items("{\"name\":\"mail\"},{\"name\":\"sms\"}"))
          .on("GET /workers", items("{\"types\":[\"a\",\"b\"]},{\"types\":[\"b\",\"c\"]}"))
          .on("GET /schedules?limit=1000", items("{\"id\":\"nightly\"}"));

      assertThat(names(api, "queues")).containsExactly("mail", "sms");
      assertThat(names(api, "types")).containsExactly("a", "b", "c");
      assertThat(names(api, "schedules")).containsExactly("nightly");
    }
  }

  @Test
  void names_with_special_characters_of_a_shell_are_omitted() {
    try (StubApi api = new StubApi()) {
      api.on(
          "GET /schedules?limit=1000",
          items("{\"id\":\"$(touch x)\"},{\"id\":\"`x`\"},{\"id\":\"a b\"},{\"id\":\"fine\"}"));

      assertThat(names(api, "schedules")).containsExactly("fine");
    }
  }

  @Test
  void an_unreachable_denying_or_foreign_server_is_not_a_failure() {
    try (StubApi api = new StubApi()) {
      api.on("GET /queues", "401 {\"detail\":\"an API key is required\"}", "200 <html>");

      assertSilent(api.run("complete-values", "queues"));
      assertSilent(api.run("complete-values", "queues"));
      assertSilent(api.run("complete-values", "unheard-of"));
    }
    assertSilent(CliRun.of("complete-values", "queues", "--server", "http://127.0.0.1:1"));
    assertSilent(CliRun.of("complete-values", "queues", "--server", "no URL"));
  }

  @Test
  void a_server_that_does_not_respond_times_out() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Instant start = Instant.now();

      CliRun run =
          CliRun.of(
              "complete-values", "queues", "--server", "http://127.0.0.1:" + silent.getLocalPort());

      assertSilent(run);
      assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(20));
    }
  }

  /** Runs the command with more time than a loaded machine needs. */
  private static Stream<String> names(StubApi api, String kind) {
    StringWriter out = new StringWriter();
    Console console =
        new Console(
            InputStream.nullInputStream(),
            new PrintWriter(out, true),
            new PrintWriter(out, true),
            StandardCharsets.UTF_8,
            false,
            Console.UNLIMITED,
            Map.of(),
            CliRun.CLOCK);
    new CommandLine(new CompleteValuesCommand(console, Duration.ofSeconds(50)))
        .execute(kind, "--server", api.url());
    return out.toString().lines();
  }

  private static String items(String items) {
    return "200 {\"items\":[" + items + "],\"next\":null}";
  }

  private static void assertSilent(CliRun run) {
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).isEmpty();
  }
}
