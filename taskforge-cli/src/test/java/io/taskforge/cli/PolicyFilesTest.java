package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.cli.client.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PolicyFilesTest {
  private static final String WRONG =
      """
      {"maxRetries": -1, "jitter": {"type": "fuzzy"}, "surprise": 1,
       "backoff": {"strategy": "exponential", "initial": "0s", "multiplier": 0.5}}
      """;

  @TempDir private Path directory;

  @Test
  void a_valid_file_is_confirmed_in_one_line() throws IOException {
    Path file =
        file(
            """
            {"backoff": {"strategy": "fibonacci", "base": "2s"}, "maxDelay": "5m",
             "jitter": {"type": "full"}}
            """);

    CliRun run = CliRun.of("policy", "validate", file.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .isEqualToIgnoringNewLines(
            file + " is valid: fibonacci 2s, cap 5m, jitter full, 3 retries");
  }

  @Test
  void a_valid_file_outside_the_recommended_ranges_is_confirmed_with_advice() throws IOException {
    Path file =
        file(
            """
            {"maxRetries": 9, "backoff": {"strategy": "fixed", "delay": "1m"},
             "jitter": {"type": "full"}}
            """);

    CliRun run = CliRun.of("policy", "validate", file.toString());
    CliRun json = CliRun.of("policy", "validate", "--json", file.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines().skip(1))
        .containsExactly(
            "advice: maxRetries is 9; 2 to 4 is recommended",
            "advice: the first delay is 1m; 1s to 5s is recommended");
    assertThat(json.exitCode()).isZero();
    assertThat(JsonMapper.shared().readTree(json.out()).get("advice")).hasSize(2);
  }

  @Test
  void all_faults_are_reported_together_on_standard_error() throws IOException {
    CliRun run = CliRun.of("policy", "validate", file(WRONG).toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("is not a valid retry policy, 5 faults:")
        .contains("\n  maxRetries: -1 ")
        .contains("\n  jitter.type: \"fuzzy\" ")
        .contains("\n  surprise: this number ")
        .contains("\n  backoff.initial: 0s ")
        .contains("\n  backoff.multiplier: 0.5 ");
  }

  @Test
  void show_rejects_an_invalid_file_with_the_same_faults() throws IOException {
    String file = file(WRONG).toString();

    CliRun shown = CliRun.of("policy", "show", file, "--json");

    assertThat(shown.exitCode()).isEqualTo(2);
    assertThat(shown.out()).isEmpty();
    assertThat(shown.err()).isEqualTo(CliRun.of("policy", "validate", file).err());
  }

  @Test
  void validate_as_json_prints_the_result_to_standard_output() {
    CliRun wrong = CliRun.reading(WRONG, "policy", "validate", "--json", "-");

    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).isEmpty();
    JsonNode verdict = JsonMapper.shared().readTree(wrong.out());
    assertThat(verdict.get("valid").booleanValue()).isFalse();
    assertThat(verdict.get("faults").findValuesAsString("key"))
        .containsExactlyInAnyOrder(
            "maxRetries", "jitter.type", "surprise", "backoff.initial", "backoff.multiplier");

    CliRun right =
        CliRun.reading(
            "{\"backoff\":{\"strategy\":\"fixed\",\"delay\":\"1s\"}}",
            "policy",
            "validate",
            "-",
            "--json");
    assertThat(right.exitCode()).isZero();
    assertThat(JsonMapper.shared().readTree(right.out()).get("valid").booleanValue()).isTrue();
  }

  @Test
  void an_unknown_name_is_answered_with_the_presets() {
    CliRun run = CliRun.of("policy", "show", "pateint");

    assertThat(run.exitCode()).isEqualTo(3);
    assertOneLine(run, "is named 'pateint'; the presets are default,");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-such-file.json", "with\u0000nul"})
  void a_missing_file_is_reported(String name) {
    CliRun run = CliRun.of("policy", "validate", name);

    assertThat(run.exitCode()).isEqualTo(3);
    assertOneLine(run, "no such file: '");
  }

  @Test
  void a_directory_is_not_a_file() {
    CliRun run = CliRun.of("policy", "show", directory.toString());

    assertThat(run.exitCode()).isEqualTo(3);
    assertOneLine(run, "is a directory, not a file");
  }

  @Test
  void an_unreadable_file_is_reported() {
    // Calls the translation directly because root can read every file.
    CommandFailure denied =
        new InputFile("p.json", InputStream.nullInputStream())
            .unreadable(new AccessDeniedException("p.json"));
    CommandFailure broken =
        new InputFile("-", InputStream.nullInputStream())
            .unreadable(new IOException("Input/output error"));

    assertThat(denied.exitCode()).isEqualTo(3);
    assertThat(denied.lines()).containsExactly("p.json can't be read: permission denied");
    assertThat(broken.lines()).containsExactly("standard input can't be read: Input/output error");
  }

  @Test
  void a_file_of_a_gigabyte_is_rejected_without_reading_it() throws IOException {
    Path file = directory.resolve("huge.json");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(1L << 30);
    }

    CliRun run = CliRun.of("policy", "validate", file.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertOneLine(run, "is longer than 256 KiB, as no policy is");
  }

  @Test
  void an_endless_standard_input_is_rejected() {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return ' ';
          }

          @Override
          public int read(byte[] bytes, int offset, int length) {
            Arrays.fill(bytes, offset, offset + length, (byte) read());
            return length;
          }
        };

    CliRun run = CliRun.with(endless, StandardCharsets.UTF_8, false, "policy", "validate", "-");

    assertThat(run.exitCode()).isEqualTo(2);
    assertOneLine(run, "standard input is longer than 256 KiB");
  }

  @Test
  void text_that_is_not_utf_8_is_rejected() throws IOException {
    Path file = directory.resolve("latin.json");
    Files.write(file, new byte[] {'{', '"', (byte) 0xE9, '"', ':', '1', '}'});

    CliRun run = CliRun.of("policy", "validate", file.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertOneLine(run, "is not UTF-8 text");
  }

  @Test
  void a_byte_order_mark_is_skipped() {
    CliRun run =
        CliRun.reading(
            "\uFEFF{\"backoff\":{\"strategy\":\"fixed\",\"delay\":\"1s\"}}",
            "policy",
            "validate",
            "-");

    assertThat(run.exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "null", "{\"a\":1,\"a\":2}", "{} {}", "not json"})
  void anything_but_a_json_object_is_one_fault_in_plain_words(String text) {
    CliRun run = CliRun.reading(text, "policy", "validate", "-");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("taskforge: standard input is not a valid retry policy");
    assertThat(run.err()).doesNotContain("Exception", "REDACTED", "\tat ");
  }

  @Test
  void escape_sequences_in_a_file_do_not_reach_the_terminal() {
    CliRun run = CliRun.reading("{\"\\u001b[31mred\\u202e\": 1}", "policy", "validate", "-");

    assertThat(run.err()).contains("\\u001b[31mred\\u202e").doesNotContain("\u001b", "\u202e");
  }

  private static void assertOneLine(CliRun run, String text) {
    assertThat(run.out()).isEmpty();
    List<String> lines = run.err().lines().toList();
    assertThat(lines).singleElement().asString().startsWith("taskforge: ").contains(text);
  }

  private Path file(String json) throws IOException {
    return Files.writeString(directory.resolve("policy.json"), json);
  }
}
