package io.taskforge.testing.engine;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.destination.DestinationAccess;
import io.taskforge.destination.DestinationId;
import io.taskforge.engine.EngineAccess;
import io.taskforge.failure.Errors;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteFailure;
import io.taskforge.remote.RemoteJob;
import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Circuit breakers and remote workers, which claim at one of two servers and report to either. */
class RemoteDestinationsTest {
  private static final DestinationId API = new DestinationId(TenantId.DEFAULT, "api");
  private static final RemoteFailure TIMEOUT = RemoteFailure.of(Errors.TIMEOUT, "no answer");

  private final Workers workers = new Workers();
  private final TaskForge server = workers.worker("s1", builder -> {});
  private final TaskForge other = workers.worker("s2", builder -> {});
  private final List<JobId> jobs = new ArrayList<>();

  @AfterEach
  void close() {
    workers.close();
  }

  private void enqueue(int number, Guarantee guarantee) {
    for (int i = 0; i < number; i++) {
      jobs.add(
          workers.enqueue(
              JobRequest.of("render")
                  .destination("api")
                  .guarantee(guarantee)
                  .retryPolicy(RetryPolicy.fixed(ofSeconds(1)).maxRetries(20))));
    }
  }

  private List<LeaseToken> claim(TaskForge at, int limit) {
    return at
        .remoteWorkers()
        .claim(
            RemoteClaim.of(
                    new WorkerId("python"),
                    List.of(new QueueName("default")),
                    List.of(new JobTypeName("render")))
                .limit(limit))
        .jobs()
        .stream()
        .map(RemoteJob::token)
        .toList();
  }

  private void fail(TaskForge at, List<LeaseToken> tokens) {
    tokens.forEach(token -> at.remoteWorkers().fail(token, TIMEOUT));
  }

  private void pass(Duration time) {
    for (long i = 0; i < time.toMillis() / 500; i++) {
      workers.advance(Duration.ofMillis(500));
      List.of(server, other).forEach(each -> EngineAccess.engineOf(each).watchDestinations());
    }
  }

  private void open() {
    enqueue(40, Guarantee.AT_LEAST_ONCE);
    fail(server, claim(server, 12));
    pass(ofSeconds(1));
  }

  private DestinationAccess access() {
    return server
        .destinations()
        .find(API)
        .map(found -> found.state().access())
        .orElse(DestinationAccess.OPEN);
  }

  @Test
  void failures_of_remote_workers_open_the_breaker_and_no_server_hands_out_jobs() {
    open();

    assertThat(access()).isEqualTo(DestinationAccess.CLOSED);
    assertThat(claim(server, 10)).isEmpty();
    List<LeaseToken> ignored = claim(other, 1); // its look tells it of the change
    pass(ofSeconds(1));
    assertThat(claim(other, 10)).isEmpty();
  }

  @Test
  void a_failure_of_a_destination_that_is_down_uses_no_retry() {
    enqueue(40, Guarantee.AT_LEAST_ONCE);
    List<LeaseToken> early = claim(server, 20);
    fail(server, early.subList(0, 12));
    pass(ofSeconds(1));
    LeaseToken late = early.get(15);

    fail(server, List.of(late));

    assertThat(workers.job(late.job()).counters().failures()).isZero();
    assertThat(workers.history(late.job()).get(0).status()).isEqualTo(AttemptStatus.FAILED);
    assertThat(workers.history(late.job()).get(0).explanation())
        .contains("destination api is down: no retry used");
  }

  @Test
  void successful_probes_of_remote_workers_close_the_breaker() {
    open();

    int most = 0;
    for (int i = 0; i < 200 && !allSucceeded(); i++) {
      List<LeaseToken> tokens = claim(server, 10);
      most = access() == DestinationAccess.PROBES ? Math.max(most, tokens.size()) : most;
      tokens.forEach(token -> server.remoteWorkers().complete(token, null));
      pass(Duration.ofMillis(500));
    }

    assertThat(most).as("probes at a time").isEqualTo(1);
    assertThat(allSucceeded()).isTrue();
  }

  private boolean allSucceeded() {
    return jobs.stream().allMatch(id -> workers.job(id).state() == JobState.SUCCEEDED);
  }

  @Test
  void an_at_most_once_job_is_never_handed_out_as_a_probe() {
    open();
    List<JobId> often = List.copyOf(jobs);
    enqueue(5, Guarantee.AT_MOST_ONCE);
    List<JobId> once = jobs.subList(often.size(), jobs.size());

    for (int i = 0; i < 60; i++) {
      List<LeaseToken> probes = claim(server, 10);
      assertThat(probes).extracting(LeaseToken::job).doesNotContainAnyElementsOf(once);
      fail(server, probes);
      pass(Duration.ofMillis(500));
    }
    assertThat(access()).isNotEqualTo(DestinationAccess.OPEN);
  }

  @Test
  void a_result_that_is_reported_again_after_a_failed_commit_counts_once() {
    enqueue(40, Guarantee.AT_LEAST_ONCE);
    List<LeaseToken> tokens = claim(server, 6);
    workers.store.loseCommits();
    for (LeaseToken token : tokens) {
      assertThatThrownBy(() -> fail(server, List.of(token))).isInstanceOf(StoreException.class);
    }
    workers.store.heal();
    fail(server, tokens);
    pass(ofSeconds(1));
    assertThat(access()).as("after 6 failures").isEqualTo(DestinationAccess.OPEN);

    fail(server, claim(server, 4));
    pass(ofSeconds(1));
    assertThat(access()).as("after 10 failures").isEqualTo(DestinationAccess.CLOSED);
  }

  @Test
  void a_probe_that_a_remote_worker_snoozes_is_answered() {
    open();

    for (int i = 0; i < 20; i++) {
      claim(server, 10).forEach(token -> server.remoteWorkers().snooze(token, ofSeconds(60)));
      pass(Duration.ofMillis(500));
    }

    assertThat(access()).isIn(DestinationAccess.LIMITED, DestinationAccess.OPEN);
  }

  @Test
  void claims_at_the_same_time_share_a_grant() {
    open();
    for (int i = 0; i < 20 && access() != DestinationAccess.PROBES; i++) {
      assertThat(claim(server, 10)).isEmpty();
      pass(Duration.ofMillis(500));
    }
    List<LeaseToken> meanwhile = new ArrayList<>();
    workers.store.afterClaim(
        () -> {
          workers.store.afterClaim(() -> {});
          meanwhile.addAll(claim(server, 10));
        });
    List<LeaseToken> first = claim(server, 10);

    assertThat(first).hasSize(1);
    assertThat(meanwhile).isEmpty();
  }

  @Test
  void remote_workers_get_more_jobs_than_their_server_has_places() {
    TaskForge small = workers.worker("s3", builder -> builder.concurrency(2));
    open();
    enqueue(400, Guarantee.AT_LEAST_ONCE);

    int most = 0;
    for (int i = 0; i < 120 && most <= 10; i++) {
      workers.advance(Duration.ofMillis(490)); // granted calls are spread over the interval
      boolean limited = access() == DestinationAccess.LIMITED;
      List<LeaseToken> tokens = claim(small, 50);
      tokens.forEach(token -> small.remoteWorkers().complete(token, null));
      most = limited ? Math.max(most, tokens.size()) : most;
      workers.advance(Duration.ofMillis(10));
      EngineAccess.engineOf(small).watchDestinations();
    }

    assertThat(most).as("jobs of one claim while calls are limited").isGreaterThan(10);
  }
}
