package io.taskforge.testing.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.RetryStatistics;
import io.taskforge.failure.Errors;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.WorkerId;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteFailure;
import io.taskforge.remote.RemoteWorkers;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.testing.TestForge;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A retry is counted once, however often its run is put off or its worker lost. */
class RetryStatisticsTest {
  private static final RetryStatistics NONE = new RetryStatistics(false, false, 0, 0, 0, 0);
  private static final RetryStatistics WAITING = new RetryStatistics(true, false, 0, 0, 0, 0);

  private final TestForge forge =
      TestForge.with(f -> f.retryPolicy(RetryPolicy.fixed(ofSeconds(10))).queue("default"));
  private final RemoteWorkers workers = forge.taskForge().remoteWorkers();

  @AfterEach
  void close() {
    forge.close();
  }

  private LeaseToken claim() {
    return workers
        .claim(
            RemoteClaim.of(
                new WorkerId("w"), List.of(QueueName.DEFAULT), List.of(new JobTypeName("render"))))
        .jobs()
        .get(0)
        .token();
  }

  private JobId enqueue() {
    return forge.enqueue(JobRequest.of("render")).id();
  }

  private JobId failedOnce() {
    JobId id = enqueue();
    workers.fail(claim(), RemoteFailure.of(Errors.TIMEOUT, "no answer"));
    forge.advance(ofSeconds(10));
    return id;
  }

  private void lose() {
    claim();
    forge.advance(ofSeconds(31));
    forge.runDue();
  }

  private RetryStatistics statistics(JobId id) {
    return forge.taskForge().retryStatistics(id).orElseThrow();
  }

  @Test
  void a_retry_that_is_released_snoozed_and_lost_is_counted_once() {
    JobId id = failedOnce();
    workers.release(claim());
    assertThat(statistics(id)).isEqualTo(WAITING);
    workers.snooze(claim(), Duration.ZERO);
    assertThat(statistics(id)).isEqualTo(WAITING);
    lose();
    assertThat(statistics(id)).isEqualTo(WAITING);
    LeaseToken last = claim();
    assertThat(statistics(id)).isEqualTo(new RetryStatistics(false, true, 1, 0, 0, 0));
    workers.complete(last, null);

    assertThat(statistics(id)).isEqualTo(new RetryStatistics(false, false, 1, 1, 0, 0));
  }

  @Test
  void runs_before_the_first_failure_are_not_retries() {
    JobId id = enqueue();
    workers.release(claim());
    assertThat(statistics(id)).isEqualTo(NONE);
    workers.snooze(claim(), Duration.ZERO);
    assertThat(statistics(id)).isEqualTo(NONE);
    lose();
    assertThat(forge.job(id).counters().lostLeases()).isEqualTo(1);
    assertThat(statistics(id)).isEqualTo(NONE);
    workers.complete(claim(), null);

    assertThat(statistics(id)).isEqualTo(NONE);
  }

  @Test
  void a_retry_whose_worker_is_lost_for_good_has_failed() {
    JobId id = failedOnce();
    for (int lost = 0; lost < 6; lost++) {
      lose();
    }

    assertThat(forge.job(id).state().isFinal()).isTrue();
    assertThat(statistics(id)).isEqualTo(new RetryStatistics(false, false, 1, 0, 1, 0));
  }

  @Test
  void a_retry_that_is_cancelled_after_a_release_is_cancelled_once() {
    JobId id = failedOnce();
    workers.release(claim());
    forge.taskForge().cancelRetries(id, "enough");

    assertThat(statistics(id)).isEqualTo(new RetryStatistics(false, false, 1, 0, 0, 1));
  }
}
