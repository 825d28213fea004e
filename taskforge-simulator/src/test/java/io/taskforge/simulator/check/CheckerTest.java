package io.taskforge.simulator.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.destination.DestinationAccess;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.Counters;
import io.taskforge.job.JobState;
import io.taskforge.job.Transition;
import io.taskforge.simulator.check.Event.Ending;
import io.taskforge.store.CommitResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckerTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private final List<Event> events = new ArrayList<>();

  @Test
  void a_job_that_is_enqueued_run_and_committed_violates_nothing() {
    enqueued();
    claimed(1, 1);
    ran(1);
    committed(2, 1, CommitResult.COMMITTED);
    snapshot(3, JobState.SUCCEEDED, List.of("1 SUCCEEDED"));

    assertThat(violations()).isEmpty();
  }

  @Test
  void a_result_under_an_old_token_is_a_stale_commit() {
    enqueued();
    claimed(1, 1);
    ran(1);
    rescued(20, 2);
    committed(21, 1, CommitResult.COMMITTED);

    assertThat(violations()).extracting(Violation::invariant).containsExactly(Invariant.I4);
  }

  @Test
  void a_stale_result_that_was_rejected_is_no_violation() {
    enqueued();
    claimed(1, 1);
    ran(1);
    rescued(20, 2);
    committed(21, 1, CommitResult.LEASE_LOST);

    assertThat(violations()).isEmpty();
  }

  @Test
  void a_rescue_before_the_lease_has_expired_is_found_with_its_events() {
    enqueued();
    claimed(1, 1);
    rescued(3, 2);

    assertThat(violations())
        .singleElement()
        .satisfies(
            found -> {
              assertThat(found.invariant()).isEqualTo(Invariant.I3);
              assertThat(found.kind()).isEqualTo(Violation.Kind.SAFETY);
              assertThat(found.evidence()).hasSize(3);
            });
  }

  @Test
  void an_acknowledged_job_that_has_not_ended_violates_liveness() {
    enqueued();
    snapshot(9, JobState.QUEUED, List.of());

    assertThat(violations())
        .extracting(Violation::invariant)
        .containsExactlyInAnyOrder(Invariant.I1, Invariant.I13);
    assertThat(violations()).extracting(Violation::kind).containsOnly(Violation.Kind.LIVENESS);
  }

  @Test
  void a_commit_without_an_answer_may_have_had_its_effect() {
    enqueued();
    claimed(1, 1);
    events.add(new Event.CommitUnknown(at(2), "n1", "a", 1));
    events.add(
        new Event.Claimed(at(4), at(4), "n2", "a", 2, at(9), 2, new Counters(1, 0, 0), START));

    assertThat(violations()).isEmpty();
  }

  @Test
  void a_lease_that_another_has_replaced_must_not_be_extended() {
    enqueued();
    claimed(1, 1);
    rescued(20, 2);
    extended(21, 1);

    assertThat(violations()).extracting(Violation::invariant).containsExactly(Invariant.I3);
  }

  @Test
  void a_lease_may_be_extended_for_other_jobs_after_a_commit_without_an_answer() {
    enqueued();
    claimed(1, 1);
    events.add(new Event.CommitUnknown(at(2), "n1", "a", 1));
    events.add(
        new Event.Claimed(at(4), at(4), "n2", "a", 2, at(9), 2, new Counters(1, 0, 0), START));
    extended(5, 1);

    assertThat(violations()).isEmpty();
  }

  private void extended(int second, long token) {
    events.add(
        new Event.Extended(at(second), "n1", List.of(token), List.of(), at(second).plusSeconds(5)));
  }

  @Test
  void a_node_that_knows_that_a_destination_is_closed_must_not_claim_its_jobs() {
    calling(false);
    seen(2, DestinationAccess.CLOSED);
    assertThat(violationsWithClaim(1)).isEmpty();
    assertThat(violationsWithClaim(3))
        .extracting(Violation::invariant)
        .containsExactly(Invariant.I15);

    seen(3, DestinationAccess.PROBES);
    assertThat(violationsWithClaim(3)).isEmpty();
  }

  @Test
  void an_at_most_once_job_must_not_be_claimed_as_a_probe() {
    calling(true);
    seen(2, DestinationAccess.PROBES);
    assertThat(violationsWithClaim(3))
        .extracting(Violation::invariant)
        .containsExactly(Invariant.I15);

    seen(3, DestinationAccess.LIMITED);
    assertThat(violationsWithClaim(3)).isEmpty();
  }

  private void calling(boolean once) {
    events.add(
        new Event.EnqueueCalled(
            START,
            "client",
            1,
            List.of(new Event.Wanted("a", "x", null, once, null, START, null, "x/api", "1"))));
  }

  private void seen(int second, DestinationAccess access) {
    events.add(new Event.DestinationSeen(at(second), "n1", "x/api", access));
  }

  /** Violations if the node claims the job at the end, with a call that began at this second. */
  private List<Violation> violationsWithClaim(int began) {
    List<Event> all = new ArrayList<>(events);
    all.add(new Event.Claimed(at(4), at(began), "n1", "a", 1, at(9), 1, Counters.ZERO, START));
    return Checker.check(all, 3, Duration.ZERO);
  }

  @Test
  void history_that_an_operator_reads_while_jobs_run_only_grows() {
    enqueued();
    looked(1, List.of("1 FAILED"));
    looked(2, List.of("1 FAILED", "2 FAILED"));
    assertThat(violations()).isEmpty();

    looked(3, List.of("1 FAILED"));
    assertThat(violations()).extracting(Violation::invariant).containsExactly(Invariant.I8);
  }

  private void looked(int second, List<String> history) {
    events.add(
        new Event.Looked(
            at(second),
            "operator",
            List.of(
                new Event.Seen(
                    "a",
                    "x",
                    null,
                    JobState.RETRYING,
                    false,
                    false,
                    false,
                    Counters.ZERO,
                    history))));
  }

  @Test
  void events_are_the_same_after_they_were_written_and_read(@TempDir Path directory)
      throws IOException {
    enqueued();
    claimed(1, 1);
    ran(1);
    committed(2, 1, CommitResult.COMMITTED);
    snapshot(3, JobState.SUCCEEDED, List.of("1 SUCCEEDED"));
    events.add(
        new Event.PolicySet(
            at(4),
            "operator",
            "p",
            3,
            List.of(new Event.Interval(Duration.ofMillis(5), Duration.ofSeconds(1)))));
    Path file = directory.resolve("events.jsonl");
    String lines = String.join("\n", events.stream().map(EventLines::write).toList()) + "\n";
    Files.writeString(file, lines + "{\"kind\":\"Cut o");

    assertThat(EventLines.read(List.of(file))).isEqualTo(events);
  }

  @Test
  void a_line_of_an_unknown_kind_is_rejected() {
    assertThatThrownBy(() -> EventLines.read("{\"kind\":\"Guess\"}"))
        .hasMessageContaining("kind must be one of")
        .hasMessageContaining("Guess");
  }

  @Test
  void a_failure_that_waited_for_a_decision_has_waited_for_its_retry_too() {
    events.add(
        new Event.PolicySet(
            START,
            "operator",
            "p",
            3,
            List.of(new Event.Interval(Duration.ofSeconds(5), Duration.ofSeconds(9)))));
    enqueued("p");
    claimed(1, 1);
    events.add(new Event.Started(at(1), "n1", "a", 1, "x", "1"));
    retriedAtOnce(8); // abandoned at its timeout: it has not ended
    assertThat(violations()).isEmpty();

    events.add(5, new Event.Ended(at(7), "n1", "a", 1, Ending.FAILED));
    assertThat(violations()).extracting(Violation::invariant).containsExactly(Invariant.I7);

    events.set(5, new Event.Ended(at(2), "n1", "a", 1, Ending.FAILED));
    events.add(6, new Event.Ended(at(7), "n2", "a", 0, Ending.INTERRUPTED)); // an earlier run
    assertThat(violations()).isEmpty();
  }

  private void retriedAtOnce(int second) {
    events.add(
        new Event.Committed(
            at(second),
            "n1",
            "a",
            1,
            CommitResult.COMMITTED,
            AttemptStatus.FAILED,
            Transition.RETRY_SCHEDULED,
            JobState.RETRYING,
            new Counters(1, 0, 0),
            Duration.ZERO,
            false));
  }

  private List<Violation> violations() {
    return Checker.check(events, 3, Duration.ZERO);
  }

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }

  private void enqueued() {
    enqueued(null);
  }

  private void enqueued(@Nullable String policy) {
    events.add(
        new Event.EnqueueCalled(
            START,
            "client",
            1,
            List.of(new Event.Wanted("a", "x", null, false, policy, START, null, null, "1"))));
    events.add(new Event.EnqueueAnswered(START, "client", 1, List.of("a")));
  }

  private void claimed(int second, long token) {
    events.add(
        new Event.Claimed(
            at(second), at(second), "n1", "a", token, at(second + 5), 1, Counters.ZERO, START));
  }

  private void rescued(int second, long token) {
    events.add(new Event.Rescued(at(second), "n2", "a", token, at(second + 5)));
  }

  private void ran(long token) {
    events.add(new Event.Started(at(1), "n1", "a", token, "x", "1"));
    events.add(new Event.Ended(at(1), "n1", "a", token, Ending.DONE));
  }

  private void committed(int second, long token, CommitResult result) {
    events.add(
        new Event.Committed(
            at(second),
            "n1",
            "a",
            token,
            result,
            AttemptStatus.SUCCEEDED,
            Transition.COMPLETED,
            JobState.SUCCEEDED,
            Counters.ZERO,
            null,
            false));
  }

  private void snapshot(int second, JobState state, List<String> history) {
    events.add(
        new Event.Snapshot(
            at(second),
            "operator",
            true,
            List.of(
                new Event.Seen(
                    "a",
                    "x",
                    null,
                    state,
                    false,
                    state.isFinal(),
                    false,
                    Counters.ZERO,
                    history))));
  }
}
