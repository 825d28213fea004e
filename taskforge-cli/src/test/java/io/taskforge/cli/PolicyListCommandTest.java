package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.json.RetryPolicyJson;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PolicyListCommandTest {
  @Test
  void every_preset_has_a_line_with_its_figures() {
    CliRun run = CliRun.of("policy", "list");

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    for (String name : RetryPolicies.all().keySet()) {
      assertThat(run.out().lines()).anyMatch(line -> line.startsWith(" " + name + " "));
    }
    assertThat(run.out().lines().map(line -> line.replaceAll(" +", " ")))
        .contains(
            " default | exponential 1s ×2 | 3 | 5m | ±10% | all but permanent failures",
            " webhook | list 30s, 1m, 2m | 3 | 2m | none | all but permanent failures",
            " once | exponential 1s ×2 | 0 | 5m | none | nothing");
  }

  @Test
  void json_contains_every_preset_in_a_form_that_can_be_read_back() {
    CliRun run = CliRun.of("policy", "list", "--json");

    JsonNode policies = JsonMapper.shared().readTree(run.out()).get("policies");
    assertThat(policies.size()).isEqualTo(RetryPolicies.all().size());
    for (JsonNode entry : policies) {
      assertThat(RetryPolicyJson.standard().read(entry.get("policy").toString()))
          .isEqualTo(RetryPolicies.all().get(entry.get("name").stringValue()));
    }
  }

  @Test
  void a_terminal_without_unicode_gets_plain_ascii() {
    CliRun run =
        CliRun.with(
            InputStream.nullInputStream(), StandardCharsets.US_ASCII, false, "policy", "list");

    assertThat(run.out()).isASCII().contains("+/-10%", "x2");
  }
}
