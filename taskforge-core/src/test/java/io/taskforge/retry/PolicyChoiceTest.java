package io.taskforge.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.taskforge.json.Fault;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.json.RetryPolicyJson;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyChoiceTest {
  private static final RetryPolicyJson JSON = RetryPolicyJson.standard();

  @Test
  void a_policy_is_an_object_and_a_name_is_a_string() {
    PolicyChoice inline = PolicyChoice.of(RetryPolicies.WEBHOOK);
    assertThat(JSON.readChoice(JSON.writeChoice(inline))).isEqualTo(inline);
    assertThat(JSON.writeChoice(inline)).isEqualTo(JSON.write(RetryPolicies.WEBHOOK));

    PolicyChoice named = PolicyChoice.named("Mail.fast_1");
    assertThat(JSON.writeChoice(named)).isEqualTo("\"Mail.fast_1\"");
    assertThat(JSON.readChoice("\"Mail.fast_1\"")).isEqualTo(named);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"\"", "\"a b\"", "\"-a\"", "7", "[]", "null", "\"a\" \"b\"", "mail"})
  void any_other_json_is_rejected(String json) {
    assertThatThrownBy(() -> JSON.readChoice(json)).isInstanceOf(InvalidPolicyException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", ".a", "é", "a/b", "a\n"})
  void an_invalid_name_is_rejected(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PolicyChoice.named(name))
        .withMessageStartingWith("policy name must match ");
  }

  @Test
  void a_name_has_at_most_64_characters_and_may_be_a_preset() {
    assertThat(new PolicyName("x".repeat(64)).isPreset()).isFalse();
    assertThatIllegalArgumentException().isThrownBy(() -> new PolicyName("x".repeat(65)));
    assertThat(new PolicyName("fullJitter").isPreset()).isTrue();
    assertThat(new PolicyName("fulljitter").isPreset()).isFalse();
  }

  @Test
  void overrides_are_an_object_beside_the_policy_that_they_change() {
    RetryOverrides overrides = RetryOverrides.NONE.maxRetries(5).retryDelay(Duration.ofSeconds(30));
    PolicyChoice choice = new PolicyChoice.Overriding(overrides, PolicyChoice.named("patient"));
    assertThat(JSON.writeChoice(choice))
        .isEqualTo(
            "{\"base\":\"patient\",\"overrides\":{\"maxRetries\":5,\"retryDelay\":\"30s\"}}");
    assertThat(JSON.readJobChoice(JSON.writeChoice(choice))).isEqualTo(choice);
    assertThat(JSON.readJobChoice("\"patient\"")).isEqualTo(PolicyChoice.named("patient"));
  }

  @Test
  void all_faults_of_overrides_are_reported() {
    InvalidPolicyException refused =
        catchThrowableOfType(
            InvalidPolicyException.class,
            () ->
                JSON.readJobChoice(
                    "{\"overrides\": {\"maxRetries\": -1, \"retryDelay\": \"0s\", \"x\": 1,"
                        + " \"useExponentialBackoff\": 1}, \"base\": \"a b\", \"y\": 1}"));

    assertThat(refused.faults().stream().map(Fault::key))
        .containsExactlyInAnyOrder(
            "overrides.maxRetries",
            "overrides.retryDelay",
            "overrides.x",
            "overrides.useExponentialBackoff",
            "base",
            "y");
  }

  @Test
  void only_a_job_has_overrides() {
    PolicyChoice choice = new PolicyChoice.Overriding(RetryOverrides.NONE.maxRetries(5), null);
    assertThatThrownBy(() -> JSON.readChoice(JSON.writeChoice(choice)))
        .isInstanceOf(InvalidPolicyException.class)
        .hasMessageContaining("overrides: this object is not allowed: unknown key");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> QueueSettings.NONE.retryPolicy(choice))
        .withMessage(
            "must be a retry policy or the name of one; only jobs and schedules have overrides");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PolicyChoice.Overriding(RetryOverrides.NONE, choice));
  }
}
