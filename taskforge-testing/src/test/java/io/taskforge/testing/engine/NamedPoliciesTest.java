package io.taskforge.testing.engine;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.NamedPolicies;
import io.taskforge.NamedPolicy;
import io.taskforge.PolicyDeletion;
import io.taskforge.TaskForge;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.testing.TestForge;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Named policies: how they are stored and when they apply. */
class NamedPoliciesTest {
  private static RetryPolicy seconds(int seconds) {
    return RetryPolicy.fixed(ofSeconds(seconds));
  }

  private static TestForge forge() {
    return TestForge.with(
        f ->
            f.retryPolicy(seconds(1))
                .queue("default")
                .queue("named", q -> q.retryPolicy("slow"))
                .handler(JobType.of("plain", Object.class), new Failing()));
  }

  @Test
  void a_changed_policy_applies_at_the_next_failure() {
    try (TestForge forge = forge()) {
      NamedPolicies policies = forge.taskForge().policies();
      policies.put(new PolicyName("slow"), seconds(60));
      JobId own = forge.enqueue(JobRequest.of("plain").retryPolicy("slow")).id();
      JobId queues = forge.enqueue(JobRequest.of("plain").queue("named")).id();
      forge.runDue();
      assertThat(forge.job(own)).isRetrying().isDueIn(ofSeconds(60), forge.now());
      assertThat(forge.job(queues)).isRetrying().isDueIn(ofSeconds(60), forge.now());

      policies.put(new PolicyName("slow"), seconds(90));
      forge.advance(ofSeconds(60));
      forge.runDue();
      assertThat(forge.job(own)).isRetrying().isDueIn(ofSeconds(90), forge.now());
      assertThat(forge.job(queues)).isRetrying().isDueIn(ofSeconds(90), forge.now());
    }
  }

  @Test
  void the_names_of_presets_are_always_known() {
    try (TestForge forge = forge()) {
      JobId id = forge.enqueue(JobRequest.of("plain").retryPolicy("webhook")).id();
      forge.runDue();
      assertThat(forge.job(id)).isRetrying().isDueIn(ofSeconds(30), forge.now());
    }
  }

  @Test
  void an_unknown_policy_name_ends_the_job_with_a_reason() {
    try (TestForge forge = forge()) {
      JobId own = forge.enqueue(JobRequest.of("plain").retryPolicy("none-such")).id();
      JobId queues = forge.enqueue(JobRequest.of("plain").queue("named")).id();
      forge.runDue();

      assertThat(forge.job(own)).failed().afterAttempts(1).hasError("timeout");
      assertThat(forge.history(own).get(0).explanation())
          .isEqualTo("its retry policy can't be used: there is no policy 'none-such'");
      assertThat(forge.job(queues)).failed().afterAttempts(1);
      assertThat(forge.history(queues).get(0).explanation()).contains("'slow'");
    }
  }

  @Test
  void an_unknown_policy_of_the_queue_does_not_affect_jobs_with_their_own() {
    try (TestForge forge = forge()) {
      JobId id = forge.enqueue(JobRequest.of("plain").queue("named").retryPolicy(seconds(4))).id();
      forge.runDue();
      assertThat(forge.job(id)).isRetrying().isDueIn(ofSeconds(4), forge.now());
    }
  }

  @Test
  void a_name_that_a_worker_does_not_know_yet_is_looked_up() {
    try (Workers workers = new Workers()) {
      TaskForge forge =
          workers.worker("w", f -> f.handler(JobType.of("plain", Object.class), new Failing()));
      engineOf(forge).readQueues();
      forge.policies().put(new PolicyName("new"), seconds(5));
      JobId id = workers.enqueue(JobRequest.of("plain").retryPolicy("new"));
      engineOf(forge).fetch();
      engineOf(forge).commit();

      assertThat(workers.job(id)).isRetrying().isDueIn(ofSeconds(5), workers.clock.instant());
    }
  }

  @Test
  void an_outage_during_the_look_up_of_a_name_does_not_end_the_job() {
    try (Workers workers = new Workers()) {
      TaskForge forge =
          workers.worker("w", f -> f.handler(JobType.of("plain", Object.class), new Failing()));
      engineOf(forge).readQueues();
      JobId id = workers.enqueue(JobRequest.of("plain").retryPolicy("new"));
      workers.store.afterClaim(workers.store::goAway);
      engineOf(forge).fetch();
      workers.store.heal();
      workers.store.afterClaim(() -> {});
      forge.policies().put(new PolicyName("new"), seconds(5));
      engineOf(forge).commit();
      assertThat(workers.job(id).counters().failures()).isZero();
      assertThat(workers.history(id).get(0).explanation())
          .startsWith("its retry policy could not be looked up: ");

      Workers.round(forge);
      assertThat(workers.job(id)).isRetrying().isDueIn(ofSeconds(5), workers.clock.instant());
    }
  }

  @Test
  void policies_are_stored_with_versions_and_times() {
    try (TestForge forge = forge()) {
      NamedPolicies policies = forge.taskForge().policies();
      NamedPolicy first = policies.put(new PolicyName("b"), seconds(1));
      assertThat(first.version()).isEqualTo(1);
      assertThat(first.createdAt()).isEqualTo(forge.now());
      forge.advance(ofSeconds(10));
      assertThat(policies.put(new PolicyName("b"), seconds(1)))
          .as("the same again")
          .isEqualTo(first);
      NamedPolicy second = policies.put(new PolicyName("b"), seconds(2));
      assertThat(second.version()).isEqualTo(2);
      assertThat(second.createdAt()).isEqualTo(first.createdAt());
      assertThat(second.changedAt()).isEqualTo(forge.now());
      NamedPolicy other = policies.put(new PolicyName("a"), RetryPolicies.CONSERVATIVE);

      assertThat(policies.get(new PolicyName("b"))).contains(second);
      assertThat(policies.get(new PolicyName("c"))).isEmpty();
      assertThat(policies.list()).containsExactly(other, second);
    }
  }

  @Test
  void a_policy_is_replaced_only_if_it_has_the_expected_version() {
    try (TestForge forge = forge()) {
      NamedPolicies policies = forge.taskForge().policies();
      assertThat(policies.put(new PolicyName("a"), seconds(1), 1)).isEmpty();
      assertThat(policies.put(new PolicyName("a"), seconds(1), 0)).isPresent();
      assertThat(policies.put(new PolicyName("a"), seconds(2), 0)).isEmpty();
      assertThat(policies.put(new PolicyName("a"), seconds(2), 1).orElseThrow().version())
          .isEqualTo(2);
      assertThat(policies.put(new PolicyName("a"), seconds(3), 1)).isEmpty();
      assertThat(policies.get(new PolicyName("a")).orElseThrow().policy()).isEqualTo(seconds(2));
    }
  }

  @Test
  void the_names_of_presets_are_reserved() {
    try (TestForge forge = forge()) {
      NamedPolicies policies = forge.taskForge().policies();
      for (String preset : RetryPolicies.all().keySet()) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> policies.put(new PolicyName(preset), seconds(1)))
            .withMessageContaining("'" + preset + "' is a preset");
        assertThatIllegalArgumentException()
            .isThrownBy(() -> policies.put(new PolicyName(preset), seconds(1), 0));
      }
      assertThat(policies.list()).isEmpty();
    }
  }

  @Test
  void a_policy_that_a_queue_uses_is_not_deleted() {
    try (TestForge forge = forge()) {
      NamedPolicies policies = forge.taskForge().policies();
      policies.put(new PolicyName("slow"), seconds(60));
      assertThat(policies.delete(new PolicyName("slow")))
          .isEqualTo(new PolicyDeletion.InUse(List.of(new QueueName("named")), List.of(), false));
      assertThat(policies.get(new PolicyName("slow"))).isPresent();
    }
  }

  @Test
  void a_policy_that_a_job_type_or_the_default_uses_is_not_deleted() {
    try (TestForge forge = TestForge.with(f -> f.retryPolicy(PolicyChoice.named("slow")))) {
      NamedPolicies policies = forge.taskForge().policies();
      policies.put(new PolicyName("slow"), seconds(60));
      forge.taskForge().typePolicies().put(new JobTypeName("plain"), PolicyChoice.named("slow"));
      assertThat(policies.delete(new PolicyName("slow")))
          .isEqualTo(new PolicyDeletion.InUse(List.of(), List.of(new JobTypeName("plain")), true));
    }
  }

  @Test
  void an_unused_policy_is_deleted_if_it_has_the_expected_version() {
    try (TestForge forge = forge()) {
      NamedPolicies policies = forge.taskForge().policies();
      policies.put(new PolicyName("a"), seconds(1));
      policies.put(new PolicyName("a"), seconds(2));
      assertThat(policies.delete(new PolicyName("a"), 1)).isEqualTo(new PolicyDeletion.Changed(2));
      assertThat(policies.delete(new PolicyName("a"))).isEqualTo(new PolicyDeletion.Deleted());
      assertThat(policies.delete(new PolicyName("a"))).isEqualTo(new PolicyDeletion.NotFound());
      assertThat(policies.delete(new PolicyName("a"), 2)).isEqualTo(new PolicyDeletion.NotFound());
    }
  }

  @Test
  void a_policy_that_another_node_changed_applies_within_two_seconds() {
    try (Workers workers = new Workers()) {
      TaskForge other = workers.worker("other", f -> {});
      TaskForge runs =
          workers.worker("runs", f -> f.handler(JobType.of("plain", Object.class), new Failing()));
      other.policies().put(new PolicyName("slow"), seconds(60));
      other.typePolicies().put(new JobTypeName("plain"), PolicyChoice.named("slow"));
      // Each node reads the policies again after this time.
      assertThat(engineOf(runs).readQueues()).isLessThanOrEqualTo(ofSeconds(2));
      JobId first = workers.enqueue(JobRequest.of("plain"));
      Workers.round(runs);
      assertThat(workers.job(first)).isRetrying().isDueIn(ofSeconds(60), workers.clock.instant());

      other.policies().put(new PolicyName("slow"), seconds(90));
      engineOf(runs).readQueues();
      JobId second = workers.enqueue(JobRequest.of("plain"));
      Workers.round(runs);
      assertThat(workers.job(second)).isRetrying().isDueIn(ofSeconds(90), workers.clock.instant());

      other.typePolicies().put(new JobTypeName("plain"), PolicyChoice.of(seconds(30)));
      engineOf(runs).readQueues();
      JobId third = workers.enqueue(JobRequest.of("plain"));
      Workers.round(runs);
      assertThat(workers.job(third)).isRetrying().isDueIn(ofSeconds(30), workers.clock.instant());
    }
  }
}
