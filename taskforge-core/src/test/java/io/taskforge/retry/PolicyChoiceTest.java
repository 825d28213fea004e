package io.taskforge.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.retry.json.RetryPolicyJson;
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
}
