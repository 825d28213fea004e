package io.taskforge.testing.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Errors;
import io.taskforge.failure.ReportedError;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.retry.EffectivePolicy;
import io.taskforge.retry.EffectivePolicy.Origin;
import io.taskforge.retry.GiveUpReason;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.RetryRecommendation;
import io.taskforge.testing.TestForge;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Retry recommendations for a failure, without changing the job. */
class RecommendationTest {
  private static RetryPolicy seconds(int seconds) {
    return RetryPolicy.fixed(ofSeconds(seconds)).maxRetries(2);
  }

  private static TestForge forge() {
    return TestForge.with(
        f ->
            f.retryPolicy(seconds(1))
                .queue("default")
                .queue("own", q -> q.retryPolicy("slow").deadLetterQueue("dead"))
                .handler(JobType.of("plain", Object.class), new Failing())
                .handler(
                    JobType.of("typed", Object.class),
                    new Failing(),
                    h -> h.retryPolicy(seconds(3))));
  }

  private static RetryRecommendation asked(TestForge forge, JobId id, ErrorType error) {
    return forge.taskForge().recommendation(id, ReportedError.of(error)).orElseThrow();
  }

  @Test
  void the_effective_policy_has_its_origin() {
    try (TestForge test = forge()) {
      TaskForge forge = test.taskForge();
      forge.policies().put(new PolicyName("slow"), seconds(2));

      assertThat(forge.effectivePolicy(test.enqueue(JobRequest.of("plain")).id()))
          .contains(new EffectivePolicy(seconds(1), Origin.SERVER_DEFAULT));
      assertThat(forge.effectivePolicy(test.enqueue(JobRequest.of("plain").queue("own")).id()))
          .contains(new EffectivePolicy(seconds(2), Origin.QUEUE));
      assertThat(forge.effectivePolicy(test.enqueue(JobRequest.of("typed").queue("own")).id()))
          .contains(new EffectivePolicy(seconds(3), Origin.JOB_TYPE));
      assertThat(
              forge.effectivePolicy(
                  test.enqueue(JobRequest.of("typed").retryPolicy("webhook")).id()))
          .contains(new EffectivePolicy(RetryPolicies.WEBHOOK, Origin.JOB));
    }
  }

  @Test
  void a_job_with_an_unknown_policy_has_no_effective_policy() {
    try (TestForge forge = forge()) {
      JobId id = forge.enqueue(JobRequest.of("plain").retryPolicy("none-such")).id();
      assertThatIllegalArgumentException()
          .isThrownBy(() -> forge.taskForge().effectivePolicy(id))
          .withMessageContaining("'none-such'");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> forge.taskForge().recommendation(id, ReportedError.of(Errors.TIMEOUT)))
          .withMessageContaining("'none-such'");
    }
  }

  @Test
  void the_recommendation_follows_the_job_through_its_retries() {
    try (TestForge forge = forge()) {
      JobId id = forge.enqueue(JobRequest.of("plain")).id();
      RetryRecommendation first = asked(forge, id, Errors.TIMEOUT);
      assertThat(first.shouldRetry()).isTrue();
      assertThat(first.maxAttemptsReached()).isFalse();
      assertThat(first.nextAttempt()).isEqualTo(2);
      assertThat(Objects.requireNonNull(first.delay()).max()).isEqualTo(ofSeconds(1));

      forge.runDue();
      assertThat(asked(forge, id, Errors.TIMEOUT).nextAttempt()).isEqualTo(3);
      forge.advance(ofSeconds(1));
      forge.runDue();
      RetryRecommendation last = asked(forge, id, Errors.TIMEOUT);
      assertThat(last.shouldRetry()).isFalse();
      assertThat(last.maxAttemptsReached()).isTrue();
      assertThat(last.reason()).isEqualTo(GiveUpReason.RETRIES_EXHAUSTED);
      assertThat(forge.history(id)).as("nothing was changed by asking").hasSize(2);

      forge.advance(ofSeconds(1));
      forge.runDue();
      assertThat(asked(forge, id, Errors.TIMEOUT)).as("of a finished job").isEqualTo(last);
    }
  }

  @Test
  void a_permanent_error_is_not_retried() {
    try (TestForge forge = forge()) {
      JobId id = forge.enqueue(JobRequest.of("plain")).id();
      assertThat(asked(forge, id, Errors.VALIDATION).reason())
          .isEqualTo(GiveUpReason.PERMANENT_FAILURE);
    }
  }

  @Test
  void the_time_since_the_first_attempt_is_considered() {
    try (TestForge forge = forge()) {
      JobId id =
          forge.enqueue(JobRequest.of("plain").retryPolicy(seconds(10).within(ofSeconds(25)))).id();
      forge.runDue();
      forge.advance(ofSeconds(10));
      assertThat(asked(forge, id, Errors.TIMEOUT).shouldRetry()).isTrue();
      forge.advance(ofSeconds(6));
      assertThat(asked(forge, id, Errors.TIMEOUT).reason()).isEqualTo(GiveUpReason.TIME_EXHAUSTED);
    }
  }

  @Test
  void a_dead_letter_uses_the_policy_of_its_source_queue() {
    try (TestForge forge = forge()) {
      forge.taskForge().policies().put(new PolicyName("slow"), seconds(2).maxRetries(0));
      JobId id = forge.enqueue(JobRequest.of("plain").queue("own")).id();
      forge.runDue();
      assertThat(forge.job(id).queue().value()).isEqualTo("dead");
      assertThat(forge.taskForge().effectivePolicy(id).orElseThrow().origin())
          .isEqualTo(Origin.QUEUE);
    }
  }

  @Test
  void an_at_most_once_job_is_never_recommended_for_a_retry() {
    try (TestForge forge = forge()) {
      JobId id = forge.enqueue(JobRequest.of("plain").guarantee(Guarantee.AT_MOST_ONCE)).id();
      RetryRecommendation answer = asked(forge, id, Errors.TIMEOUT);
      assertThat(answer.shouldRetry()).isFalse();
      assertThat(answer.delay()).isNull();
      assertThat(answer.reason()).isEqualTo(GiveUpReason.AT_MOST_ONCE);
    }
  }

  @Test
  void there_is_no_recommendation_for_an_unknown_job() {
    try (TestForge forge = forge();
        Workers other = new Workers()) {
      JobId unknown = other.ids.get();
      assertThat(forge.taskForge().effectivePolicy(unknown)).isEmpty();
      assertThat(forge.taskForge().recommendation(unknown, ReportedError.of(Errors.TIMEOUT)))
          .isEmpty();
    }
  }
}
