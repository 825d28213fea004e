package io.taskforge.testing.engine;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.event.JobEvent;
import io.taskforge.failure.Errors;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.Transition;
import io.taskforge.job.WorkerId;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteFailure;
import io.taskforge.remote.RemoteSettled;
import io.taskforge.remote.RemoteWorkers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Races between remote workers' reports and other changes. */
class RemoteRacesTest {
  private static final RemoteClaim CLAIM =
      RemoteClaim.of(
          new WorkerId("go-1"), List.of(QueueName.DEFAULT), List.of(new JobTypeName("render")));

  private final Workers workers = new Workers();
  private final List<JobEvent> events = new CopyOnWriteArrayList<>();
  private TaskForge otherNode;
  private RemoteWorkers remote;

  @BeforeEach
  void startTwoNodes() {
    remote = workers.worker("node-1", f -> f.listener(events::add)).remoteWorkers();
    otherNode = workers.worker("node-2", f -> {});
  }

  @AfterEach
  void close() {
    workers.close();
  }

  private LeaseToken claimOne() {
    return remote.claim(CLAIM).jobs().get(0).token();
  }

  private List<Transition> told() {
    return events.stream().map(JobEvent::transition).toList();
  }

  @Test
  void a_lease_taken_over_between_look_up_and_commit_fences_every_report() {
    List<BiFunction<RemoteWorkers, LeaseToken, RemoteSettled>> reports =
        List.of(
            (through, token) -> through.complete(token, new Payload("666")),
            (through, token) -> through.fail(token, RemoteFailure.of(Errors.TIMEOUT, "no answer")),
            (through, token) -> through.snooze(token, ofSeconds(1)),
            (through, token) -> through.release(token));
    for (BiFunction<RemoteWorkers, LeaseToken, RemoteSettled> report : reports) {
      JobId id = workers.enqueue(JobRequest.of("render"));
      LeaseToken token = claimOne();
      events.clear();
      workers.store.beforeCommit(
          () -> {
            workers.store.beforeCommit(() -> {});
            workers.advance(ofSeconds(31));
            Workers.round(otherNode);
          });

      assertThat(report.apply(remote, token)).isEqualTo(new RemoteSettled.Stale(id));

      assertThat(events).isEmpty();
      assertThat(workers.job(id)).isRetrying().withFailures(0);
      assertThat(workers.history(id))
          .extracting(Attempt::status)
          .containsExactly(AttemptStatus.LOST);
      otherNode.cancel(id, "enough");
    }
  }

  @Test
  void listeners_receive_the_end_of_an_attempt_before_the_next_claim() throws Exception {
    workers.enqueue(JobRequest.of("render"));
    LeaseToken token = claimOne();
    Thread next = new Thread(() -> remote.claim(CLAIM), "claims-what-was-just-released");
    workers.store.afterCommit(
        () -> {
          workers.store.afterCommit(() -> {});
          next.start();
          Await.until(
              "the next claim waits for the listeners",
              () ->
                  next.getState() == Thread.State.TIMED_WAITING
                      || next.getState() == Thread.State.TERMINATED);
        });

    remote.release(token);
    next.join();

    assertThat(told())
        .containsExactly(Transition.CLAIMED, Transition.INTERRUPTED, Transition.CLAIMED);
  }

  @Test
  void a_listener_may_change_the_job_of_its_event() {
    JobId id = workers.enqueue(JobRequest.of("render"));
    LeaseToken token = claimOne();
    TaskForge[] self = new TaskForge[1];
    self[0] =
        workers.worker(
            "node-3",
            f ->
                f.listener(
                    event -> {
                      if (event.transition() == Transition.RETRY_SCHEDULED) {
                        self[0].cancel(event.jobId(), "not worth it");
                      }
                    }));

    self[0].remoteWorkers().fail(token, RemoteFailure.of(Errors.TIMEOUT, "no answer"));

    assertThat(workers.job(id)).isCancelled();
  }
}
