package io.taskforge.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobState;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpectationTest {
  private static final Expectation TWO_ATTEMPTS = Expectation.of(JobState.SUCCEEDED, 2);

  private static Story.Job job(JobState state, int attempts, int lostLeases) {
    return new Story.Job("1", state, attempts, lostLeases);
  }

  @Test
  void an_expected_end_has_no_differences() {
    assertThat(TWO_ATTEMPTS.differences(List.of(job(JobState.SUCCEEDED, 2, 0)))).isEmpty();
    assertThat(TWO_ATTEMPTS.lostLeases(1).differences(List.of(job(JobState.SUCCEEDED, 2, 1))))
        .isEmpty();
  }

  @Test
  void every_difference_is_reported() {
    assertThat(TWO_ATTEMPTS.differences(List.of(job(JobState.FAILED, 3, 1))))
        .containsExactly(
            "expected state SUCCEEDED, found FAILED",
            "expected attempts 2, found 3",
            "expected lost leases 0, found 1");
  }

  @Test
  void more_jobs_than_expected_are_fine_as_long_as_each_ended_well() {
    Story.Job good = job(JobState.SUCCEEDED, 2, 0);
    Story.Job bad = job(JobState.RUNNING, 1, 0);
    Expectation twoJobs = TWO_ATTEMPTS.jobs(2);

    assertThat(twoJobs.differences(List.of(good, good, good))).isEmpty();
    assertThat(twoJobs.differences(List.of(good))).containsExactly("expected 2 jobs, found 1");
    assertThat(twoJobs.differences(List.of(good, good, bad))).hasSize(2);
    assertThat(TWO_ATTEMPTS.differences(List.of())).containsExactly("expected 1 jobs, found 0");
  }

  @Test
  void the_endpoint_is_called_once_for_each_attempt_with_one_key_for_each_job() {
    List<Story.Job> jobs = List.of(job(JobState.SUCCEEDED, 2, 0), job(JobState.SUCCEEDED, 1, 0));

    assertThat(Expectation.differencesOfCalls(jobs, 3, 2)).isEmpty();
    assertThat(Expectation.differencesOfCalls(jobs, 4, 3))
        .containsExactly("expected calls 3, found 4", "expected idempotency keys 2, found 3");
  }
}
