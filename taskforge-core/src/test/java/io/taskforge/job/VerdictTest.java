package io.taskforge.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Verdicts that the databases' CHECK constraints reject are rejected for every store. */
final class VerdictTest {
  private static final Payload RESULT = new Payload("1");
  private static final Failure TIMEOUT =
      Failure.of(ErrorType.of("timeout"), FailureKind.TRANSIENT, "no answer");

  @Test
  void a_failed_job_has_no_result() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Verdict.Finish(JobState.FAILED, RESULT))
        .withMessage(
            "only a SUCCEEDED or CANCELLED job can have a result, but the state was FAILED");
  }

  @ParameterizedTest
  @EnumSource(
      value = JobState.class,
      names = {"SUCCEEDED", "CANCELLED"})
  void other_finished_jobs_can_have_a_result(JobState state) {
    assertThat(new Verdict.Finish(state, RESULT).result()).isEqualTo(RESULT);
  }

  @Test
  void a_run_that_succeeded_has_no_failure() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> verdict(AttemptStatus.SUCCEEDED, JobState.CANCELLED, TIMEOUT))
        .withMessage("a run or job that SUCCEEDED must not have a failure, but had timeout");
  }

  @Test
  void a_job_that_succeeded_has_no_failure() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> verdict(AttemptStatus.FAILED, JobState.SUCCEEDED, TIMEOUT))
        .withMessage("a run or job that SUCCEEDED must not have a failure, but had timeout");
  }

  @Test
  void a_run_that_succeeded_is_not_followed_by_another() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                Verdict.of(
                    AttemptStatus.SUCCEEDED,
                    Transition.SNOOZED,
                    new Verdict.RunAgain(Duration.ofSeconds(5), false),
                    Counters.ZERO,
                    null,
                    ""))
        .withMessage(
            "a run that SUCCEEDED must end its job, but the next step was RunAgain[delay=PT5S,"
                + " countsAsDelay=false]");
  }

  private static Verdict verdict(AttemptStatus status, JobState state, @Nullable Failure failure) {
    return Verdict.of(
        status, Transition.COMPLETED, new Verdict.Finish(state, null), Counters.ZERO, failure, "");
  }
}
