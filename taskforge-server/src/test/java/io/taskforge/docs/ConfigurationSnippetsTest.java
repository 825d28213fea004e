package io.taskforge.docs;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.taskforge.TaskForge;
import io.taskforge.job.Outcome;
import io.taskforge.store.memory.MemoryJobStore;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ConfigurationSnippetsTest {
  @Test
  void what_the_guides_set_is_accepted() {
    MemoryJobStore store = new MemoryJobStore(() -> Instant.EPOCH);

    assertThatCode(
            () ->
                ConfigurationSnippets.configuration(store, (mail, context) -> Outcome.DONE)
                    .putQueues())
        .doesNotThrowAnyException();
    assertThatCode(() -> ConfigurationSnippets.retention(TaskForge.builder()))
        .doesNotThrowAnyException();
  }
}
