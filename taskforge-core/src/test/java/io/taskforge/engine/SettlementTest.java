package io.taskforge.engine;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.Guarantee;
import io.taskforge.job.IllegalTransitionException;
import io.taskforge.job.JobState;
import io.taskforge.job.Run;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullMarked
class SettlementTest {
  private static final ClaimedJob JOB = Jobs.claimed(Guarantee.AT_LEAST_ONCE, Counters.ZERO);

  @ParameterizedTest
  @CsvSource({
    "COMPLETED, FAILED",
    "GAVE_UP, SUCCEEDED",
    "RETRY_SCHEDULED, FAILED",
    "RETRIES_CANCELLED, FAILED",
    "LOST_FOR_GOOD, CANCELLED",
  })
  void a_verdict_that_is_no_legal_transition_of_a_running_job_is_rejected(
      Transition transition, JobState state) {
    Verdict verdict =
        Verdict.of(
            AttemptStatus.SUCCEEDED,
            transition,
            new Verdict.Finish(state, null),
            Counters.ZERO,
            null,
            "");

    assertThatThrownBy(
            () -> new Settlement(JOB, new WorkerId("worker"), Run.NEVER_STARTED, verdict))
        .isInstanceOf(IllegalTransitionException.class)
        .hasMessageContaining("job " + JOB.id() + " cannot go from RUNNING to " + state);
  }

  @Test
  void a_run_that_succeeded_must_have_been_started() {
    Verdict succeeded = AttemptRules.succeeded(JOB, null);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Settlement(JOB, new WorkerId("worker"), Run.NEVER_STARTED, succeeded))
        .withMessage("a run that SUCCEEDED must have been started, but startedAt was null");
  }
}
