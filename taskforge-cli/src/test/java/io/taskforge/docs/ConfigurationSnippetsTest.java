package io.taskforge.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.taskforge.TaskForge;
import io.taskforge.job.JobId;
import io.taskforge.job.Outcome;
import io.taskforge.retry.Backoff;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.store.memory.MemoryJobStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ConfigurationSnippetsTest {
  @Test
  void the_settings_in_the_guides_are_accepted() {
    MemoryJobStore store = new MemoryJobStore(() -> Instant.EPOCH);

    assertThatCode(
            () ->
                ConfigurationSnippets.configuration(store, (mail, context) -> Outcome.DONE)
                    .putQueues())
        .doesNotThrowAnyException();
    assertThatCode(() -> ConfigurationSnippets.retention(TaskForge.builder()))
        .doesNotThrowAnyException();
  }

  @Test
  void the_configuration_of_a_queue_with_full_jitter_is_the_preset() {
    MemoryJobStore store = new MemoryJobStore(() -> Instant.EPOCH);
    TaskForge forge = ConfigurationSnippets.fullJitter(store, (mail, context) -> Outcome.DONE);

    JobId id = ConfigurationSnippets.enqueued(forge);

    assertThat(forge.effectivePolicy(id).orElseThrow().policy())
        .isEqualTo(RetryPolicies.FULL_JITTER);
  }

  @Test
  void named_policies_and_queue_limits_of_the_guides_apply() {
    MemoryJobStore store = new MemoryJobStore(() -> Instant.EPOCH);
    TaskForge forge = ConfigurationSnippets.configuration(store, (mail, context) -> Outcome.DONE);
    forge.putQueues();

    JobId id =
        ConfigurationSnippets.namedPolicy(forge, new ConfigurationSnippets.Mail("a@example.org"));
    assertThat(forge.effectivePolicy(id).orElseThrow().policy().maxRetries()).isEqualTo(8);
    JobId overriding =
        ConfigurationSnippets.overrides(forge, new ConfigurationSnippets.Mail("a@example.org"));
    assertThat(forge.effectivePolicy(overriding).orElseThrow().policy().backoff())
        .isEqualTo(new Backoff.Exponential(Duration.ofSeconds(30), 2));
    assertThat(ConfigurationSnippets.limits(forge, store).orElseThrow().settings().concurrency())
        .isEqualTo(10);
  }
}
