package io.taskforge.docs;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.Errors;
import io.taskforge.failure.FailureClassifier;
import io.taskforge.failure.ReportedError;
import io.taskforge.retry.DelayRange;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.RetryRecommendation;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.Repository;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The snippets do what the documents say. */
class SnippetsTest {
  @Test
  void a_timeout_is_retried_and_explained() {
    Snippets snippets = new Snippets();

    snippets.readme(new SocketTimeoutException("read timed out"), new Random(7));

    assertThat(snippets.said.get(0)).startsWith("again in ");
    assertThat(snippets.said.get(1))
        .matches(
            "retry 3 of 7 in [0-9.]+m?s: exponential 2s × 2\\^2 = 8s, full jitter from 0ms to 8s");
  }

  @Test
  void an_invalid_argument_is_not_retried() {
    Snippets snippets = new Snippets();

    snippets.readme(new IllegalArgumentException("no such address"), new Random(7));

    assertThat(snippets.said.get(0)).isEqualTo("gave up: Fail");
  }

  @Test
  void the_java_and_the_json_form_of_the_mail_policy_are_the_same() {
    String json = Repository.text(Repository.root().resolve("docs/guides/examples/mail.json"));

    assertThat(RetryPolicyJson.standard().read(json)).isEqualTo(Snippets.mail());
    assertThat(Repository.text(Repository.root().resolve("docs/guides/retry-policies.md")))
        .contains(json);
  }

  @Test
  void a_recommendation_says_what_would_happen() {
    RetryRecommendation advice =
        Snippets.advice(
            Snippets.mail(),
            FailureClassifier.standard().classify(ReportedError.of(Errors.TIMEOUT), "too slow"));

    assertThat(advice.shouldRetry()).isTrue();
    assertThat(advice.nextAttempt()).isEqualTo(3);
    assertThat(advice.delay()).isEqualTo(new DelayRange(ofSeconds(4), Duration.ZERO, ofSeconds(4)));
  }

  @Test
  void a_custom_strategy_survives_a_json_round_trip() {
    RetryPolicy policy = RetryPolicy.of(new Snippets.Nightly(ofHours(20)));
    RetryPolicyJson json = Snippets.nightlyJson();

    assertThat(json.read(json.write(policy))).isEqualTo(policy);
  }
}
