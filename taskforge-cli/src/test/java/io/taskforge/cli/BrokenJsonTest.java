package io.taskforge.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.cli.client.ExitCodes;
import io.taskforge.json.strict.Json;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.wire.RawAnswer;
import io.taskforge.server.wire.RawHttp;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Error messages for malformed JSON never name classes or settings of a library. */
class BrokenJsonTest {
  private static final List<String> FOREIGN =
      List.of(
          "tools.jackson",
          "com.fasterxml",
          "java.",
          "io.taskforge",
          "StreamRead",
          "JsonReadFeature",
          "DeserializationFeature",
          "ALLOW_",
          "FAIL_ON",
          "JsonToken",
          "JsonNode",
          "BigDecimal",
          "Exception",
          "Source:",
          "start marker",
          "CTRL-CHAR",
          "`");

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

  /** Malformed JSON, in ISO 8859-1 to allow any byte, and the expected message. */
  private static Map<String, String> broken() {
    Map<String, String> broken = new LinkedHashMap<>();
    broken.put("{\"type\": \"x\"} {}", "more text follows it");
    broken.put("{\"type\": \"x\"} x", "unexpected 'x'");
    broken.put("{} ]", "unexpected ']'");
    broken.put("[".repeat(200) + "]".repeat(200), "levels deep");
    broken.put("{\"a\":".repeat(200) + "1" + "}".repeat(200), "levels deep");
    broken.put("{\"zone\": 1, \"zone\": 1}", "key 'zone' occurs twice");
    broken.put("{\"\\u0001\": 1, \"\\u0001\": 1}", "a key occurs twice");
    broken.put("{\"a\": \"\\x\"}", "unknown escape sequence");
    broken.put("{\"a\": \"\\u12x4\"}", "expected four hexadecimal digits after");
    broken.put("{\"a\": \"\u00c3(\"}", "UTF-8");
    broken.put("\u00ff\u00fe{\u0000}\u0000", "UTF-8");
    broken.put("{\"a\": " + "9".repeat(1_500) + "}", "a number has more than 1000 characters");
    broken.put("{\"a\": 1e99999999999}", "must be a number with an exponent from");
    broken.put("{\"" + "k".repeat(60_000) + "\": 1}", "a key has more than 50000 characters");
    broken.put("{\"a\": NaN}", "unexpected 'NaN'");
    broken.put("{\"a\": -Infinity}", "unexpected");
    broken.put("nul", "unexpected 'nul'");
    broken.put("{\"a\": \"\u0001\"}", "raw control character");
    broken.put("{'a': 1}", "unexpected ''', expected a key in double quotes");
    broken.put("{a: 1}", "unexpected 'a', expected a key in double quotes");
    broken.put("{\"a\": 01}", "leading zero");
    broken.put("{\"a\": +1}", "unexpected '+' in a number");
    broken.put("{\"a\": 1.}", "unexpected '}' in a number");
    broken.put("{\"a\": -}", "unexpected '}' in a number");
    broken.put("{\"a\": 1", "it ends too early");
    broken.put("{\"a\": \"x", "it ends too early");
    broken.put("{\"a\" 1}", "unexpected '1', expected a colon after the key");
    broken.put("[1 2]", "unexpected '2', expected a comma");
    broken.put("[1,]", "unexpected ']'");
    broken.put("{/* */}", "unexpected '/'");
    broken.put("}", "unexpected '}'");
    broken.put("\u00ef\u00bb\u00bf\u00ef\u00bb\u00bf{}", "unexpected character U+FEFF");
    broken.put("<job/>", "unexpected '<'");
    return broken;
  }

  private RawAnswer send(String path, byte[] body) {
    RawHttp http = RawHttp.to(server.url());
    String head =
        http.head(
            "POST",
            path,
            "Content-Type: application/json\r\nContent-Length: " + body.length + "\r\n");
    byte[] start = (head + "\r\n").getBytes(UTF_8);
    byte[] whole = new byte[start.length + body.length];
    System.arraycopy(start, 0, whole, 0, start.length);
    System.arraycopy(body, 0, whole, start.length, body.length);
    return http.send(whole);
  }

  private static void judge(List<String> wrong, String who, String said, String expected) {
    if (!said.contains(expected)) {
      wrong.add(who + " should say '" + expected + "' but said " + said);
    }
    FOREIGN.stream().filter(said::contains).forEach(each -> wrong.add(who + " said " + said));
  }

  @Test
  void the_api_explains_broken_json_in_its_own_words() {
    List<String> wrong = new ArrayList<>();
    broken()
        .forEach(
            (body, expected) -> {
              for (String path : List.of("/api/v1/jobs", "/api/v1/policies/preview")) {
                RawAnswer answer = send(path, body.getBytes(ISO_8859_1));
                assertThat(answer.status()).as("%.60s", body).isEqualTo(400);
                String said = Json.read(answer.body()).path("detail").stringValue();
                judge(wrong, path, said, expected);
              }
            });
    assertThat(wrong).isEmpty();
  }

  @Test
  void the_command_line_explains_broken_policy_files_in_its_own_words() {
    List<String> wrong = new ArrayList<>();
    broken()
        .forEach(
            (body, expected) -> {
              CliRun run =
                  CliRun.with(
                      new ByteArrayInputStream(body.getBytes(ISO_8859_1)),
                      UTF_8,
                      false,
                      "policy",
                      "validate",
                      "-");
              assertThat(run.exitCode()).as("%.60s: %s", body, run).isEqualTo(ExitCodes.INVALID);
              judge(wrong, "policy validate", run.out() + run.err(), expected);
            });
    assertThat(wrong).isEmpty();
  }

  @Test
  void the_policy_reader_explains_strings_and_texts_that_are_too_long() {
    List<String> wrong = new ArrayList<>();
    for (String text : List.of("\"" + "x".repeat(300_000) + "\"", " ".repeat(300_000) + "{}", "")) {
      try {
        RetryPolicyJson.standard().read(text);
        wrong.add("was read");
      } catch (InvalidPolicyException e) {
        judge(wrong, "the reader", String.valueOf(e.getMessage()), "policy: ");
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void the_command_line_explains_a_broken_payload_in_its_own_words() {
    CliRun run = CliRun.of("jobs", "enqueue", "mail", "--payload", "{\"a\": 1e99999999999}");

    assertThat(run.exitCode()).isEqualTo(ExitCodes.INVALID);
    assertThat(run.err())
        .contains("--payload: must be a number with an exponent from -999999 to 999999")
        .contains("1e99999999999");
  }
}
