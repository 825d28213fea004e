package io.taskforge.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.JobState;
import io.taskforge.job.Transition;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.Invariant;
import io.taskforge.simulator.check.Violation;
import io.taskforge.store.CommitResult;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailOverReportTest {
  private static final Instant PROMOTED = Instant.parse("2030-01-01T00:00:00Z");

  @Test
  void work_must_resume_within_five_seconds_after_the_promotion() {
    assertThat(report(List.of(), 4, 10, true).faults()).isEmpty();
    assertThat(report(List.of(), 6, 10, true).faults())
        .singleElement()
        .asString()
        .contains("work resumed 6.0 s after the promotion");
  }

  @Test
  void connections_must_not_more_than_double() {
    assertThat(report(List.of(), 4, 11, true).faults())
        .singleElement()
        .asString()
        .contains("11 connections after the fail-over");
  }

  @Test
  void the_asynchronous_control_must_lose_an_acknowledged_job() {
    assertThat(report(List.of(), 4, 10, false).faults())
        .singleElement()
        .asString()
        .contains("the control lost no acknowledged job");

    List<Violation> lost =
        List.of(new Violation(Invariant.I1, Violation.Kind.SAFETY, "is gone", List.of()));
    assertThat(report(lost, 4, 10, false).faults()).isEmpty();
    assertThat(report(lost, 4, 10, true).faults()).containsExactly("broken promises: 1");
  }

  private static FailOverReport report(
      List<Violation> violations, int resumed, int connections, boolean synchronous) {
    Instant at = PROMOTED.plusSeconds(resumed);
    return new FailOverReport(
        List.of(
            new Event.EnqueueAnswered(at, "client", 1, List.of("a")),
            new Event.Committed(
                at,
                "w1.1",
                "a",
                1,
                CommitResult.COMMITTED,
                AttemptStatus.SUCCEEDED,
                Transition.COMPLETED,
                JobState.SUCCEEDED,
                Counters.ZERO,
                null,
                false)),
        violations,
        new FailOver.Figures(PROMOTED.minusSeconds(3), PROMOTED, 5, connections, true, true),
        synchronous,
        Path.of("."));
  }
}
