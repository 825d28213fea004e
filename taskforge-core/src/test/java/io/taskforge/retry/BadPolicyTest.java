package io.taskforge.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.taskforge.json.Fault;
import io.taskforge.retry.json.RetryPolicyJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Invalid policies are rejected with key, value and rule, all faults at once. */
class BadPolicyTest {
  /** One invalid policy of the file, and its expected fault. */
  private record Wrong(String json, String key, String value, String rule) {}

  @TestFactory
  Stream<DynamicTest> each_wrong_policy_is_refused_with_key_value_and_rule() throws IOException {
    List<Wrong> all = wrongPolicies();
    assertThat(all).hasSizeGreaterThanOrEqualTo(45);
    return all.stream()
        .map(
            wrong ->
                DynamicTest.dynamicTest(
                    wrong.json(),
                    () -> {
                      Fault fault = new Fault(wrong.key(), wrong.value(), wrong.rule());
                      InvalidPolicyException refused = refused(wrong.json());
                      assertThat(refused.faults()).containsExactly(fault);
                      assertThat(refused)
                          .hasMessage(
                              "invalid retry policy: %s: %s%s",
                              wrong.key(),
                              wrong.value().equals("nothing")
                                  ? "missing, but "
                                  : wrong.value() + " is not allowed: ",
                              wrong.rule());
                    }));
  }

  /** Four lines for each case (document, key, value, rule), separated by a blank line. */
  private static List<Wrong> wrongPolicies() throws IOException {
    try (InputStream file = BadPolicyTest.class.getResourceAsStream("bad-policies.txt")) {
      String text = new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(text.strip().split("\n\n", -1))
          .map(block -> block.split("\n", -1))
          .map(lines -> new Wrong(lines[0], lines[1], lines[2], lines[3]))
          .toList();
    }
  }

  @Test
  void a_fault_in_the_backoff_does_not_hide_a_cap_below_its_first_delay() {
    String cap = "maxDelay: 1m is not allowed: must be at least the first delay, 10m";
    for (String backoff :
        List.of(
            "{\"strategy\":\"exponential\",\"initial\":\"10m\",\"multiplier\":0.5}",
            "{\"strategy\":\"linear\",\"initial\":\"10m\",\"increment\":\"x\"}",
            "{\"strategy\":\"list\",\"delays\":[\"10m\",\"x\"]}")) {
      assertThatThrownBy(
              () ->
                  RetryPolicyJson.standard()
                      .read("{\"backoff\":%s,\"maxDelay\":\"1m\"}".formatted(backoff)))
          .isInstanceOfSatisfying(
              InvalidPolicyException.class,
              refused ->
                  assertThat(refused.faults()).hasSize(2).anyMatch(f -> f.toString().equals(cap)));
    }
  }

  @Test
  void all_faults_are_reported_at_once_in_the_order_of_the_keys() {
    InvalidPolicyException refused =
        refused(
            """
            {
              "maxRetires": 3,
              "maxRetries": -1,
              "backoff": {"strategy": "exponential", "initial": "0s", "multiplier": 0.5, "cap": 1},
              "maxDelay": "soon",
              "jitter": {"type": "proportional", "factor": 1.5},
              "retryOn": {"errors": ["", "a", "A"], "statusCodes": [99, 600, "503"]},
              "neverOn": {},
              "maxElapsed": "-PT1S",
              "maxRetryAfter": 60
            }
            """);

    assertThat(refused.faults())
        .extracting(Fault::key)
        .containsExactly(
            "maxRetires",
            "maxRetries",
            "backoff.cap",
            "backoff.initial",
            "backoff.multiplier",
            "maxDelay",
            "jitter.factor",
            "retryOn.errors[0]",
            "retryOn.errors[2]",
            "retryOn.statusCodes[0]",
            "retryOn.statusCodes[1]",
            "retryOn.statusCodes[2]",
            "neverOn",
            "maxElapsed",
            "maxRetryAfter");
    assertThat(refused.faults())
        .allSatisfy(fault -> assertThat(refused).hasMessageContaining(fault.toString()));
  }

  @Test
  void anything_but_one_json_object_is_rejected_with_the_line() {
    for (String json :
        List.of(
            "",
            "  ",
            "{",
            "{\"maxRetries\":3,}",
            "{'maxRetries':3}",
            "{\"maxRetries\":NaN}",
            "{\"maxRetries\":03}",
            "{\"backoff\":{\"strategy\":\"fixed\",\"delay\":\"1s\"}} x",
            "{\"backoff\":{\"strategy\":\"fixed\",\"delay\":\"1s\"}} {}",
            "{\"backoff\":{\"strategy\":\"fixed\",\"delay\":\"1s\"}}]",
            "// comment\n{}",
            "{\"maxRetries\":1,\"maxRetries\":2}",
            "{\"backoff\":{\"strategy\":\"fixed\",\"delay\":\"1s\",\"delay\":\"2s\"}}",
            "\uFEFF\uFEFF{}",
            "<policy/>")) {
      Fault fault = onlyFault(json);
      assertThat(fault.key()).as(json).isEqualTo("policy");
      assertThat(fault.rule()).as(json).startsWith("must be ");
    }
    assertThat(onlyFault("{\n\"maxRetries\":1,\n\"maxRetries\":2}"))
        .satisfies(
            fault -> {
              assertThat(fault.value()).startsWith("the text at line 3, column ");
              assertThat(fault.rule()).contains("maxRetries");
            });
  }

  @Test
  void deep_nesting_is_rejected_early() {
    String deep = "[".repeat(100_000) + "]".repeat(100_000);

    assertThat(onlyFault(deep).rule()).contains("nested more than 16 levels deep");
    assertThat(onlyFault("{\"maxRetries\":" + deep + "}").rule())
        .contains("nested more than 16 levels deep");
    assertThat(onlyFault("{\"a\":".repeat(50_000)).rule())
        .contains("nested more than 16 levels deep");
  }

  @Test
  void huge_documents_are_rejected() {
    String padded = "{\"maxRetries\":3" + " ".repeat(2_000_000) + "}";
    String manyEntries = "{\"retryOn\":{\"errors\":[" + "\"x\",".repeat(500_000) + "\"x\"]}}";

    assertThat(onlyFault(padded).rule()).contains("has more than 262144 characters");
    assertThat(onlyFault(manyEntries).rule()).contains("has more than 262144 characters");
  }

  @Test
  void huge_numbers_are_rejected_without_computing_them() {
    String backoff = "\"backoff\":{\"strategy\":\"exponential\",\"initial\":\"1s\",\"multiplier\":";

    for (String number :
        List.of("1e400000", "1e400", "-1e400000", "1" + "0".repeat(400), "1E999999999")) {
      assertThat(onlyFault("{" + backoff + number + "}}"))
          .as(number)
          .satisfies(
              fault -> {
                assertThat(fault.key()).isEqualTo("backoff.multiplier");
                assertThat(fault.rule())
                    .isEqualTo(
                        number.equals("1E999999999")
                            ? "must be a number with an exponent from -999999 to 999999"
                            : "must be a finite number of at least 1");
              });
      assertThat(onlyFault("{\"maxRetries\":" + number + "," + backoff + "2}}").key())
          .isEqualTo("maxRetries");
    }
    assertThat(onlyFault("{\"maxRetries\":" + "9".repeat(5_000) + "," + backoff + "2}}").key())
        .isEqualTo("policy");
  }

  @Test
  void long_keys_and_values_are_truncated_in_the_message() {
    String json = "{\"%s\":\"%s\"}".formatted("k".repeat(50_000), "v".repeat(50_000));

    assertThat(refused(json).getMessage()).hasSizeLessThan(1_000).contains("characters cut");
  }

  private static Fault onlyFault(String json) {
    InvalidPolicyException refused = refused(json);
    assertThat(refused.faults()).hasSize(1);
    return refused.faults().get(0);
  }

  private static InvalidPolicyException refused(String json) {
    return catchThrowableOfType(
        InvalidPolicyException.class, () -> RetryPolicyJson.standard().read(json));
  }
}
