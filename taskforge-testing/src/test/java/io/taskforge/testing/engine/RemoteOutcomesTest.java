package io.taskforge.testing.engine;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Errors;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.failure.ReportedError;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Guarantee;
import io.taskforge.job.Job;
import io.taskforge.job.JobHandler;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Outcome;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.remote.LeaseToken;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.remote.RemoteExtension;
import io.taskforge.remote.RemoteExtension.Extended;
import io.taskforge.remote.RemoteFailure;
import io.taskforge.remote.RemoteJob;
import io.taskforge.remote.RemoteOutcome;
import io.taskforge.remote.RemoteResult;
import io.taskforge.remote.RemoteWorkers;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.testing.TestForge;
import java.io.FileNotFoundException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A remote worker's outcome has the same effect as that of a handler in this process. */
class RemoteOutcomesTest {
  private static final ErrorType BUSY = ErrorType.of("busy");
  private @Nullable JobHandler<Void> local;
  private final TestForge forge =
      TestForge.with(
          f ->
              f.retryPolicy(RetryPolicy.fixed(ofSeconds(10)).never(FileNotFoundException.class))
                  .queue("default", q -> q.deadLetterQueue("dead"))
                  .handler(
                      JobType.of("local"),
                      (payload, context) ->
                          Objects.requireNonNull(local).handle(payload, context)));

  @AfterEach
  void close() {
    forge.close();
  }

  private RemoteWorkers workers() {
    return forge.taskForge().remoteWorkers();
  }

  private List<LeaseToken> claim(int limit) {
    return workers()
        .claim(
            RemoteClaim.of(
                    new WorkerId("remote-1"),
                    List.of(QueueName.DEFAULT),
                    List.of(new JobTypeName("remote")))
                .limit(limit))
        .jobs()
        .stream()
        .map(RemoteJob::token)
        .toList();
  }

  private static Arguments pair(JobHandler<Void> handler, RemoteOutcome outcome) {
    return Arguments.of(handler, outcome);
  }

  private static RemoteOutcome failed(RemoteFailure failure) {
    return new RemoteOutcome.Failed(failure);
  }

  static Stream<Arguments> outcomes() {
    ReportedError invalid = ReportedError.of(ErrorType.of("invalid")).kind(FailureKind.PERMANENT);
    return Stream.of(
        pair((p, c) -> Outcome.DONE, new RemoteOutcome.Completed(null)),
        pair((p, c) -> Outcome.done(7), new RemoteOutcome.Completed(new Payload("7"))),
        pair(
            (p, c) -> Outcome.snooze(ofHours(1), "not yet"),
            new RemoteOutcome.Snoozed(ofHours(1), "not yet")),
        pair(
            (p, c) -> Outcome.discard("obsolete", "old"),
            new RemoteOutcome.Discarded("obsolete", new Payload("\"old\""))),
        pair(
            (p, c) -> Outcome.deadLetter("no such customer"),
            new RemoteOutcome.DeadLettered("no such customer")),
        pair(
            (p, c) -> Outcome.retryIn(ofMinutes(7), BUSY, "busy"),
            failed(RemoteFailure.of(BUSY, "busy").retryIn(ofMinutes(7)))),
        pair(
            (p, c) -> {
              throw HandlerFailure.of(ErrorType.of("invalid"), "bad")
                  .kind(FailureKind.PERMANENT)
                  .retryIn(ofMinutes(2));
            },
            failed(RemoteFailure.of(invalid, "bad").retryIn(ofMinutes(2)))),
        pair(
            (p, c) -> {
              throw HandlerFailure.of(Errors.TIMEOUT, "slow").doNotRetry();
            },
            failed(RemoteFailure.of(Errors.TIMEOUT, "slow").retried(false))),
        pair(
            (p, c) -> {
              throw HandlerFailure.of(BUSY, "gone").causedBy(new FileNotFoundException());
            },
            failed(
                RemoteFailure.of(BUSY, "gone")
                    .alsoKnownAs(List.of(ErrorType.of(FileNotFoundException.class))))));
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void the_effect_is_that_of_a_local_handler(JobHandler<Void> handler, RemoteOutcome outcome) {
    local = handler;
    JobId here = forge.enqueue(JobRequest.of("local")).id();
    forge.runDue();
    JobId there = forge.enqueue(JobRequest.of("remote")).id();
    workers().report(claim(1).get(0), outcome);

    Job expected = forge.job(here);
    Job actual = forge.job(there);
    assertThat(actual.state()).isEqualTo(expected.state());
    assertThat(actual.queue()).isEqualTo(expected.queue());
    assertThat(actual.runAt()).isEqualTo(expected.runAt());
    assertThat(actual.counters()).isEqualTo(expected.counters());
    assertThat(actual.result()).isEqualTo(expected.result());
    Attempt ours = last(here);
    Attempt theirs = last(there);
    assertThat(theirs.result().status()).isEqualTo(ours.result().status());
    assertThat(theirs.result().explanation()).isEqualTo(ours.result().explanation());
  }

  private Attempt last(JobId id) {
    List<Attempt> history = forge.history(id);
    return history.get(history.size() - 1);
  }

  @Test
  void a_job_that_was_never_started_goes_back_even_if_it_may_start_only_once() {
    JobId id = forge.enqueue(JobRequest.of("remote").guarantee(Guarantee.AT_MOST_ONCE)).id();

    workers().report(claim(1).get(0), new RemoteOutcome.Released(false));

    assertThat(forge.job(id)).isIn(JobState.QUEUED);
    assertThat(last(id).result().status()).isEqualTo(AttemptStatus.INTERRUPTED);
    workers().report(claim(1).get(0), new RemoteOutcome.Released(true));
    assertThat(forge.job(id)).isIn(JobState.DEAD);
  }

  @Test
  void log_and_progress_are_kept_with_the_attempt() {
    JobId id = forge.enqueue(JobRequest.of("remote")).id();

    workers()
        .report(
            List.of(
                new RemoteResult(
                    claim(1).get(0),
                    new RemoteOutcome.Completed(null),
                    List.of("half way", "there"),
                    0.9)));

    assertThat(last(id).run().log()).containsExactly("half way", "there");
    assertThat(last(id).run().progress()).isEqualTo(0.9);
  }

  @Test
  void leases_of_several_claims_are_extended_together() {
    for (int i = 0; i < 3; i++) {
      forge.enqueue(JobRequest.of("remote"));
    }
    List<LeaseToken> tokens = Stream.of(claim(2), claim(1)).flatMap(List::stream).toList();
    workers().complete(tokens.get(1), null);
    forge.taskForge().cancel(tokens.get(2).job(), "enough");

    List<RemoteExtension> extensions = workers().extend(tokens, ofMinutes(1));

    assertThat(extensions)
        .containsExactly(
            new Extended(
                tokens.get(0).job(), forge.now().plusSeconds(60), false, WorkerMode.ACTIVE),
            new RemoteExtension.Stale(tokens.get(1).job()),
            new Extended(
                tokens.get(2).job(), forge.now().plusSeconds(60), true, WorkerMode.ACTIVE));
  }
}
