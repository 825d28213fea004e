package io.taskforge.testing.engine;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.event.JobEvent;
import io.taskforge.failure.Errors;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.job.Transition;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.query.WorkerInfo;
import io.taskforge.queue.QueueSettings;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteExtension;
import io.taskforge.remote.RemoteExtension.Extended;
import io.taskforge.remote.RemoteFailure;
import io.taskforge.remote.RemoteJob;
import io.taskforge.remote.RemoteSettled;
import io.taskforge.remote.RemoteSettled.Committed;
import io.taskforge.remote.RemoteWorkers;
import io.taskforge.retry.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How remote workers claim jobs and extend leases, through any node. */
class RemoteLeasesTest {
  private static final RemoteClaim CLAIM =
      RemoteClaim.of(
              new WorkerId("go-1"), List.of(QueueName.DEFAULT), List.of(new JobTypeName("render")))
          .limit(10);

  private final Workers workers = new Workers();
  private final List<JobEvent> events = new ArrayList<>();
  private TaskForge node;
  private TaskForge otherNode;
  private RemoteWorkers remote;

  @BeforeEach
  void startTwoNodes() {
    node = workers.worker("node-1", f -> f.listener(events::add));
    otherNode = workers.worker("node-2", f -> f.retryPolicy(RetryPolicy.fixed(ofSeconds(10))));
    remote = node.remoteWorkers();
  }

  @AfterEach
  void close() {
    workers.close();
  }

  private RemoteJob claimOne() {
    List<RemoteJob> claimed = remote.claim(CLAIM).jobs();
    assertThat(claimed).hasSize(1);
    return claimed.get(0);
  }

  @Test
  void a_claimed_job_comes_with_its_token_lease_and_time_limit() {
    JobId id = workers.enqueue(JobRequest.of("render", List.of(1)).timeout(ofMinutes(2)));

    RemoteJob claimed = claimOne();

    assertThat(claimed.token()).isEqualTo(LeaseToken.parse(claimed.token().text()));
    assertThat(claimed.token().job()).isEqualTo(id);
    assertThat(claimed.job().payload()).isEqualTo("[1]");
    assertThat(claimed.leaseUntil()).isEqualTo(workers.clock.instant().plusSeconds(30));
    assertThat(claimed.timeout()).isEqualTo(ofMinutes(2));
  }

  @Test
  void only_requested_types_and_queues_are_claimed_up_to_the_limit() {
    workers.enqueue(JobRequest.of("other"));
    workers.enqueue(JobRequest.of("render").queue("elsewhere"));
    for (int i = 0; i < 5; i++) {
      workers.enqueue(JobRequest.of("render"));
    }

    assertThat(remote.claim(CLAIM.limit(3)).jobs()).hasSize(3);
    assertThat(remote.claim(CLAIM.limit(3)).jobs()).hasSize(2);
    assertThat(remote.claim(CLAIM.limit(3)).jobs()).isEmpty();
  }

  @Test
  void a_remote_worker_is_listed_and_extending_its_lease_keeps_it_listed() {
    workers.enqueue(JobRequest.of("render"));
    RemoteJob claimed = remote.claim(CLAIM.limit(4)).jobs().get(0);
    workers.advance(ofSeconds(20));
    remote.extend(claimed.token(), ofSeconds(30));

    assertThat(workers.memory.queries().workers())
        .containsExactly(
            new WorkerInfo(
                new WorkerId("go-1"),
                RemoteClaim.REMOTE,
                "",
                Set.of(QueueName.DEFAULT),
                Set.of(new JobTypeName("render")),
                4,
                1,
                WorkerMode.ACTIVE,
                workers.clock.instant().minusSeconds(20),
                workers.clock.instant()));
  }

  @Test
  void a_job_past_its_deadline_is_failed_and_not_claimed() {
    JobId late =
        workers.enqueue(JobRequest.of("render").deadline(workers.clock.instant().plusSeconds(5)));
    JobId fine = workers.enqueue(JobRequest.of("render"));
    workers.advance(ofSeconds(6));

    assertThat(claimOne().job().id()).isEqualTo(fine);
    assertThat(workers.job(late)).failed().hasError("deadline_passed");
    assertThat(events)
        .filteredOn(event -> event.jobId().equals(late))
        .extracting(JobEvent::transition)
        .containsExactly(Transition.CLAIMED, Transition.GAVE_UP);
  }

  @Test
  void an_extended_lease_is_not_taken_over() {
    JobId id = workers.enqueue(JobRequest.of("render"));
    LeaseToken token = claimOne().token();
    for (int i = 0; i < 5; i++) {
      workers.advance(ofSeconds(29));
      Workers.round(otherNode);
      assertThat(remote.extend(token, ofSeconds(30)))
          .isEqualTo(
              new Extended(id, workers.clock.instant().plusSeconds(30), false, WorkerMode.ACTIVE));
    }

    assertThat(remote.complete(token, null)).isInstanceOf(Committed.class);
  }

  @Test
  void one_extension_extends_all_jobs_of_a_claim() {
    workers.enqueue(JobRequest.of("render"));
    workers.enqueue(JobRequest.of("render"));
    List<RemoteJob> batch = remote.claim(CLAIM).jobs();
    remote.extend(batch.get(0).token(), ofHours(1));
    workers.advance(ofMinutes(59));
    Workers.round(otherNode);

    for (RemoteJob job : batch) {
      assertThat(remote.complete(job.token(), null)).isInstanceOf(Committed.class);
    }
  }

  @Test
  void a_lease_that_a_commit_holds_is_not_reported_as_extended() {
    workers.enqueue(JobRequest.of("render"));
    LeaseToken token = claimOne().token();
    workers.store.lockLeases();

    assertThatThrownBy(() -> remote.extend(token, ofSeconds(30)))
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.isTransient()).isTrue());

    workers.store.heal();
    assertThat(remote.extend(token, ofSeconds(30))).isInstanceOf(Extended.class);
  }

  @Test
  void a_lost_lease_cannot_be_extended() {
    JobId id = workers.enqueue(JobRequest.of("render"));
    LeaseToken token = claimOne().token();
    workers.advance(ofSeconds(31));
    Workers.round(otherNode);

    assertThat(remote.extend(token, ofSeconds(30))).isEqualTo(new RemoteExtension.Stale(id));
    assertThat(workers.job(id)).isRetrying();
    claimOne();
    assertThat(remote.extend(token, ofSeconds(30))).isEqualTo(new RemoteExtension.Stale(id));
  }

  @Test
  void an_extension_reports_a_requested_cancellation() {
    JobId id = workers.enqueue(JobRequest.of("render"));
    JobId other = workers.enqueue(JobRequest.of("render"));
    List<RemoteJob> batch = remote.claim(CLAIM).jobs();
    otherNode.cancel(id, "enough");

    for (RemoteJob job : batch) {
      Extended answer = (Extended) remote.extend(job.token(), ofSeconds(30));
      assertThat(answer.cancelRequested()).isEqualTo(job.job().id().equals(id));
    }
    LeaseToken token =
        batch.stream().filter(job -> job.job().id().equals(id)).findFirst().orElseThrow().token();
    assertThat(remote.release(token)).isEqualTo(new RemoteSettled.Cancelled(id));
    assertThat(workers.job(other)).isIn(JobState.RUNNING);
  }

  @Test
  void a_job_claimed_through_one_node_is_settled_through_another() {
    JobId id = workers.enqueue(JobRequest.of("render"));
    String text = claimOne().token().text();

    RemoteWorkers elsewhere = otherNode.remoteWorkers();
    assertThat(elsewhere.extend(LeaseToken.parse(text), ofSeconds(60)))
        .isInstanceOf(Extended.class);
    assertThat(
            elsewhere.fail(LeaseToken.parse(text), RemoteFailure.of(Errors.TIMEOUT, "no answer")))
        .isInstanceOf(Committed.class);
    assertThat(workers.job(id)).isRetrying().isDueIn(ofSeconds(10), workers.clock.instant());
    workers.advance(ofSeconds(10));
    String again = claimOne().token().text();
    assertThat(elsewhere.complete(LeaseToken.parse(text), new Payload("1")))
        .isEqualTo(new RemoteSettled.Stale(id));
    assertThat(elsewhere.complete(LeaseToken.parse(again), new Payload("2")))
        .isInstanceOf(Committed.class);
    assertThat(workers.job(id).result()).hasToString("2");
  }

  @Test
  void settings_changed_by_another_node_since_the_claim_apply() {
    JobId id = workers.enqueue(JobRequest.of("render"));
    LeaseToken token = claimOne().token();
    workers.memory.putQueue(
        QueueName.DEFAULT, QueueSettings.of(RetryPolicy.fixed(ofSeconds(77)), null));

    remote.fail(token, RemoteFailure.of(Errors.TIMEOUT, "no answer"));

    assertThat(workers.job(id)).isRetrying().isDueIn(ofSeconds(77), workers.clock.instant());
  }

  @Test
  void a_repeated_report_after_a_lost_response_counts_once() {
    JobId id = workers.enqueue(JobRequest.of("render"));
    LeaseToken token = claimOne().token();
    workers.store.afterCommit(
        () -> {
          throw new StoreException("commit results", true, null);
        });
    assertThatThrownBy(() -> remote.complete(token, new Payload("1")))
        .isInstanceOf(StoreException.class);
    workers.store.afterCommit(() -> {});

    assertThat(remote.complete(token, new Payload("2"))).isEqualTo(new RemoteSettled.Stale(id));
    assertThat(workers.job(id).result()).hasToString("1");
    assertThat(workers.history(id)).hasSize(1);
  }

  @Test
  void claims_and_reports_fail_while_the_store_is_unavailable() {
    workers.enqueue(JobRequest.of("render"));
    LeaseToken token = claimOne().token();
    workers.store.goAway();

    assertThatThrownBy(() -> remote.claim(CLAIM)).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> remote.fail(token, RemoteFailure.of(Errors.TIMEOUT, "no answer")))
        .isInstanceOf(StoreException.class);
    workers.store.heal();
    assertThat(remote.complete(token, null)).isInstanceOf(Committed.class);
  }

  @Test
  void leases_limits_and_names_are_validated() {
    workers.enqueue(JobRequest.of("render"));
    LeaseToken token = claimOne().token();
    for (Duration wrong :
        List.of(
            Duration.ZERO, ofSeconds(-1), ofSeconds(1).minusNanos(1), ofHours(1).plusNanos(1))) {
      refused(() -> CLAIM.lease(wrong), "lease must be from 1s to 1h");
      refused(() -> remote.extend(token, wrong), "lease must be from 1s to 1h");
    }
    refused(() -> CLAIM.limit(0), "limit must be from 1 to 1000 but was 0");
    refused(() -> CLAIM.limit(1_001), "limit must be from 1 to 1000 but was 1001");
    refused(
        () -> RemoteClaim.of(CLAIM.worker(), List.of(), CLAIM.types()), "queues must be from 1");
    refused(
        () -> RemoteClaim.of(CLAIM.worker(), CLAIM.queues(), List.of()), "types must be from 1");
    refused(
        () -> RemoteFailure.of(Errors.TIMEOUT, "").retryAfter(ofSeconds(-1)),
        "must not be negative");
  }

  private static void refused(ThrowingCallable call, String why) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(why);
  }
}
