package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TypePolicies;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.testing.TestForge;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which policy applies to a job, and what happens if it is invalid. */
class PoliciesTest {
  private static RetryPolicy seconds(int seconds) {
    return RetryPolicy.fixed(ofSeconds(seconds));
  }

  private static TestForge forge() {
    return TestForge.with(
        f ->
            f.retryPolicy(seconds(1))
                .queue("default")
                .queue("own", q -> q.retryPolicy(seconds(2)))
                .handler(JobType.of("plain", Object.class), new Failing())
                .handler(
                    JobType.of("typed", Object.class),
                    new Failing(),
                    h -> h.retryPolicy(seconds(3))));
  }

  private static void failsWithDelay(TestForge forge, JobRequest request, int seconds) {
    JobId id = forge.enqueue(request).id();
    forge.runDue();
    assertThat(forge.job(id)).isRetrying().isDueIn(ofSeconds(seconds), forge.now());
  }

  @Test
  void the_policies_of_job_type_queue_and_default_apply_in_this_order() {
    try (TestForge forge = forge()) {
      failsWithDelay(forge, JobRequest.of("plain"), 1);
      failsWithDelay(forge, JobRequest.of("plain").queue("own"), 2);
      failsWithDelay(forge, JobRequest.of("typed").queue("own"), 3);
      failsWithDelay(forge, JobRequest.of("typed").queue("own").retryPolicy(seconds(4)), 4);
    }
  }

  @Test
  void overrides_of_a_job_are_merged_with_the_policy_that_applies() {
    try (TestForge forge = forge()) {
      JobRequest later = JobRequest.of("plain").maxRetries(1).useExponentialBackoff(true);
      failsWithDelay(forge, later, 1);
      failsWithDelay(forge, later.queue("own"), 2);
      failsWithDelay(forge, JobRequest.of("typed").queue("own").maxRetries(1), 3);
      failsWithDelay(forge, later.queue("own").retryPolicy(seconds(4)), 4);
      failsWithDelay(forge, later.queue("own").retryDelay(ofSeconds(5)), 5);
      failsWithDelay(forge, later.retryPolicy("webhook"), 30);
    }
  }

  @Test
  void a_job_with_overrides_ends_after_its_own_number_of_retries() {
    try (TestForge forge = forge()) {
      JobId id = forge.enqueue(JobRequest.of("plain").maxRetries(1)).id();
      forge.runDue();
      forge.advance(ofSeconds(1));
      forge.runDue();
      assertThat(forge.job(id)).failed().afterAttempts(2);
    }
  }

  @Test
  void a_stored_policy_of_a_type_takes_precedence_over_its_handlers() {
    try (TestForge forge = forge()) {
      TypePolicies types = forge.taskForge().typePolicies();
      types.put(new JobTypeName("typed"), PolicyChoice.of(seconds(6)));
      types.put(new JobTypeName("plain"), PolicyChoice.named("webhook"));
      failsWithDelay(forge, JobRequest.of("typed").queue("own"), 6);
      failsWithDelay(forge, JobRequest.of("plain").queue("own"), 30);
      failsWithDelay(forge, JobRequest.of("plain").retryPolicy(seconds(4)), 4);

      types.delete(new JobTypeName("typed"), 1);
      failsWithDelay(forge, JobRequest.of("typed").queue("own"), 3);
    }
  }

  @Test
  void a_default_policy_by_name_is_looked_up_at_each_failure() {
    try (TestForge forge =
        TestForge.with(
            f ->
                f.retryPolicy(PolicyChoice.named("mine"))
                    .handler(JobType.of("plain", Object.class), new Failing()))) {
      forge.taskForge().policies().put(new PolicyName("mine"), seconds(7));
      failsWithDelay(forge, JobRequest.of("plain"), 7);
      forge.taskForge().policies().put(new PolicyName("mine"), seconds(8));
      failsWithDelay(forge, JobRequest.of("plain"), 8);
    }
  }

  @Test
  void a_change_applies_at_once_to_the_worker_that_made_it_and_to_others_when_they_read() {
    try (Workers workers = new Workers()) {
      TaskForge changing =
          workers.worker("a", f -> f.handler(JobType.of("plain", Object.class), new Failing()));
      TaskForge other =
          workers.worker("b", f -> f.handler(JobType.of("plain", Object.class), new Failing()));
      engineOf(changing).readQueues();
      engineOf(other).readQueues();

      var replaced =
          changing.replaceQueue(
              QueueName.DEFAULT,
              workers.memory.queue(QueueName.DEFAULT).map(Queue::version).orElse(0L),
              QueueSettings.of(seconds(20), null));
      assertThat(replaced).isPresent();
      assertThat(delayOnFailure(workers, changing)).isEqualTo(ofSeconds(20));
      changing.typePolicies().put(new JobTypeName("plain"), PolicyChoice.named("mine"));
      changing.policies().put(new PolicyName("mine"), seconds(30));
      assertThat(delayOnFailure(workers, changing)).isEqualTo(ofSeconds(30));
      changing.policies().put(new PolicyName("mine"), seconds(40));
      assertThat(delayOnFailure(workers, changing)).isEqualTo(ofSeconds(40));

      assertThat(delayOnFailure(workers, other)).isLessThan(ofSeconds(2));
      assertThat(engineOf(other).readQueues()).isEqualTo(ofSeconds(2));
      assertThat(delayOnFailure(workers, other)).isEqualTo(ofSeconds(40));
    }
  }

  private static Duration delayOnFailure(Workers workers, TaskForge forge) {
    JobId id = workers.enqueue(JobRequest.of("plain"));
    engineOf(forge).fetch();
    engineOf(forge).commit();
    return Duration.between(workers.clock.instant(), workers.job(id).runAt());
  }

  @Test
  void a_queue_policy_changed_while_a_job_waits_applies_to_its_next_failure() {
    Workers workers = new Workers();
    var forge =
        workers.worker(
            "worker",
            f ->
                f.queue("own", q -> q.retryPolicy(seconds(2)))
                    .handler(JobType.of("plain", Object.class), new Failing()));
    JobId id = workers.enqueue(JobRequest.of("plain").queue("own"));
    Workers.round(forge);
    assertThat(workers.job(id)).isDueIn(ofSeconds(2), workers.clock.instant());

    workers.memory.putQueue(
        new QueueName("own"), QueueSettings.of(seconds(50), new QueueName("dead")));
    workers.advance(ofSeconds(2));
    Workers.round(forge);
    assertThat(workers.job(id)).isRetrying().isDueIn(ofSeconds(50), workers.clock.instant());

    workers.memory.putQueue(
        new QueueName("own"), QueueSettings.of(RetryPolicies.ONCE, new QueueName("dead")));
    workers.advance(ofSeconds(50));
    Workers.round(forge);
    assertThat(workers.job(id)).isDead().afterAttempts(3);
    workers.close();
  }

  private static JobId enqueueWithPolicy(Workers workers, @Nullable String policy) {
    NewJob job =
        new NewJob(
            new JobIdentity(
                workers.ids.get(), QueueName.DEFAULT, new JobTypeName("plain"), TenantId.DEFAULT),
            Payload.NULL,
            new JobSettings(0, Guarantee.AT_LEAST_ONCE, policy, null, null, null),
            null,
            Duration.ZERO);
    return workers.memory.enqueue(List.of(job)).get(0).id();
  }

  @Test
  void an_invalid_stored_policy_fails_the_job_instead_of_using_the_default() {
    try (Workers workers = new Workers()) {
      var forge =
          workers.worker(
              "worker", f -> f.handler(JobType.of("plain", Object.class), new Failing()));
      for (String policy :
          List.of("{\"maxRetries\":-1}", "not json", "{\"backoff\":{\"strategy\":\"magic\"}}")) {
        JobId id = enqueueWithPolicy(workers, policy);
        Workers.round(forge);

        assertThat(workers.job(id)).failed().afterAttempts(1).hasError("timeout");
        assertThat(workers.history(id).get(0).explanation())
            .startsWith("its retry policy can't be used: ");
      }
    }
  }

  @Test
  void a_strategy_that_throws_ends_the_job_with_the_failure_and_the_reason() {
    for (Throwable thrown :
        List.of(new IllegalStateException("no idea"), new AssertionError("no idea"))) {
      RetryPolicy broken = seconds(1).backoff(new ThrowingBackoff(thrown));
      try (TestForge forge =
          TestForge.with(
              f ->
                  f.retryPolicy(broken)
                      .queue("default", q -> q.deadLetterQueue("dead"))
                      .handler(JobType.of("plain", Object.class), new Failing()))) {
        JobId id = forge.enqueue(JobRequest.of("plain")).id();
        forge.runDue();

        assertThat(forge.job(id)).isDead().withFailures(1).hasError("timeout");
        assertThat(forge.history(id).get(0).explanation())
            .isEqualTo("its retry policy can't be used: no idea");
      }
    }
  }

  @Test
  void max_elapsed_starts_with_the_first_attempt() {
    try (TestForge forge =
        TestForge.with(
            f ->
                f.retryPolicy(seconds(10).maxRetries(100).within(ofSeconds(25)))
                    .handler(JobType.of("plain", Object.class), new Failing()))) {
      JobId id = forge.enqueue(JobRequest.of("plain").delay(ofSeconds(1000))).id();
      forge.advance(ofSeconds(1000));
      forge.runDue();
      for (int i = 0; i < 5; i++) {
        forge.advance(ofSeconds(10));
        forge.runDue();
      }
      assertThat(forge.job(id)).failed().afterAttempts(3);
    }
  }
}
