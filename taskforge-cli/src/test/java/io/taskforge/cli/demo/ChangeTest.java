package io.taskforge.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.cli.output.Paint.Style;
import io.taskforge.job.JobState;
import io.taskforge.job.Transition;
import io.taskforge.json.strict.Json;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangeTest {
  @Test
  void an_event_of_the_server_is_read() {
    Change change =
        Change.of(
            Json.read(
                """
                {"tenant": "flaky", "transition": "RETRY_SCHEDULED", "state": "RETRYING",
                 "attempt": 1, "message": "HTTP 503", "durationMs": 12, "explanation": "retry 1"}
                """));

    assertThat(change)
        .isEqualTo(
            new Change(
                "flaky",
                Transition.RETRY_SCHEDULED,
                JobState.RETRYING,
                1,
                "HTTP 503",
                Duration.ofMillis(12),
                "retry 1"));
  }

  @Test
  void missing_fields_of_an_event_are_empty() {
    Change change =
        Change.of(
            Json.read(
                """
                {"tenant": "success", "transition": "CLAIMED", "state": "RUNNING", "attempt": 1,
                 "message": null, "durationMs": null, "explanation": ""}
                """));

    assertThat(change.message()).isEmpty();
    assertThat(change.duration()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CLAIMED | RUNNING | FAINT | attempt 2 starts",
        "COMPLETED | SUCCEEDED | GREEN | attempt 2 succeeded after 12ms",
        "RETRY_SCHEDULED | RETRYING | YELLOW | attempt 2 failed: HTTP 503; the reason",
        "GAVE_UP | FAILED | RED | attempt 2 failed: HTTP 503; the reason",
        "DEAD_LETTERED | DEAD | RED | attempt 2 failed: HTTP 503; the reason",
        "LEASE_LOST | RETRYING | YELLOW | attempt 2 is lost: the reason",
        "INTERRUPTED | QUEUED | YELLOW | interrupted: the reason"
      })
  void each_change_is_one_line_with_its_reason(
      Transition transition, JobState state, Style style, String text) {
    Change change =
        new Change("story", transition, state, 2, "HTTP 503", Duration.ofMillis(12), "the reason");

    assertThat(change.text()).isEqualTo(text);
    assertThat(change.style()).isEqualTo(style);
  }
}
