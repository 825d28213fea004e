package io.taskforge.simulator.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.AttemptStatus;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Counters;
import io.taskforge.job.JobState;
import io.taskforge.job.Transition;
import io.taskforge.simulator.check.Event.Ending;
import io.taskforge.simulator.check.Event.NodeChange;
import io.taskforge.store.CommitResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChronologyTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration LEASE = Duration.ofSeconds(5);

  private final List<Event> events = new ArrayList<>();

  ChronologyTest() {
    events.add(
        new Event.EnqueueCalled(
            START,
            "client",
            1,
            List.of(new Event.Wanted("a", "x", null, false, null, START, null, null, "1"))));
    events.add(new Event.EnqueueAnswered(START, "client", 1, List.of("a")));
  }

  @Test
  void a_claim_that_was_recorded_after_a_rescue_of_its_lease_is_moved_before_it() {
    claimed("n1", 1, 1, 20);
    rescued("n2", 2, 10, 11);

    assertThat(violations()).isEmpty();
  }

  @Test
  void a_token_that_was_issued_again_is_still_found() {
    rescued("n2", 2, 10, 11);
    claimed("n1", 1, 15, 20);

    assertThat(violations()).extracting(Violation::invariant).contains(Invariant.I3);
  }

  @Test
  void what_a_killed_node_may_have_committed_is_unknown() {
    claimed("n1", 1, 1, 1);
    ended("n1", 1, 2);
    claimed("n2", 2, 3, 3);

    assertThat(violations()).extracting(Violation::invariant).contains(Invariant.I3);

    crashed("n1", 4);

    assertThat(violations()).isEmpty();
  }

  @Test
  void a_killed_node_may_have_claimed_a_job_without_a_record_of_it() {
    events.add(new Event.NodeChanged(at(1), "n1", NodeChange.STARTED, ""));
    rescued("n2", 1, 10, 10);

    assertThat(violations()).extracting(Violation::invariant).containsExactly(Invariant.I3);

    crashed("n1", 4);

    assertThat(violations()).isEmpty();
  }

  @Test
  void a_killed_node_has_not_claimed_what_was_free_only_after_its_death() {
    events.add(new Event.NodeChanged(at(1), "n1", NodeChange.STARTED, ""));
    crashed("n1", 4);
    claimed("n2", 1, 20, 20);
    lost("n2", 1, 30, new Counters(0, 1, 0));
    rescued("n3", 2, 40, 40);

    assertThat(violations()).extracting(Violation::invariant).containsExactly(Invariant.I3);
  }

  @Test
  void a_job_is_uncertain_while_an_operator_changes_it() {
    claimed("n1", 1, 5, 5);
    events.add(
        new Event.Changed(
            at(6),
            at(2),
            "operator",
            "a",
            Transition.RETRIED_NOW,
            ChangeResult.Status.CHANGED,
            JobState.QUEUED,
            at(6)));
    lost("n1", 1, 7, new Counters(0, 1, 0));

    assertThat(violations()).isEmpty();
  }

  @Test
  void counters_after_a_commit_without_a_record_are_unknown_until_a_claim_shows_them() {
    claimed("n1", 1, 1, 1);
    ended("n1", 1, 2);
    crashed("n1", 3); // its failure was committed, and another node has claimed the job and died
    rescued("n2", 3, 10, 10);
    lost("n2", 3, 11, new Counters(1, 1, 0));

    assertThat(violations()).isEmpty();

    claimed("n2", 4, 12, 12, 3, new Counters(1, 1, 0));
    rescued("n3", 5, 20, 20);
    lost("n3", 5, 21, new Counters(1, 3, 0));

    assertThat(violations()).extracting(Violation::invariant).containsExactly(Invariant.I6);
  }

  @Test
  void a_stale_commit_of_a_paused_node_is_still_found() {
    claimed("n1", 1, 1, 1);
    ended("n1", 1, 2);
    rescued("n2", 2, 10, 10);
    events.add(
        new Event.Committed(
            at(11),
            "n1",
            "a",
            1,
            CommitResult.COMMITTED,
            AttemptStatus.SUCCEEDED,
            Transition.COMPLETED,
            JobState.SUCCEEDED,
            Counters.ZERO,
            null,
            false));
    crashed("n1", 12);

    assertThat(violations()).extracting(Violation::invariant).containsExactly(Invariant.I4);
  }

  private List<Violation> violations() {
    return Checker.check(Chronology.order(events, LEASE), 3, Duration.ZERO);
  }

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }

  private void claimed(String node, long token, int began, int recorded) {
    claimed(node, token, began, recorded, 1, Counters.ZERO);
  }

  private void claimed(
      String node, long token, int began, int recorded, int entry, Counters counters) {
    events.add(
        new Event.Claimed(
            at(recorded),
            at(began),
            node,
            "a",
            token,
            at(began).plus(LEASE),
            entry,
            counters,
            START));
  }

  private void lost(String node, long token, int second, Counters counters) {
    events.add(
        new Event.Committed(
            at(second),
            node,
            "a",
            token,
            CommitResult.COMMITTED,
            AttemptStatus.LOST,
            Transition.LEASE_LOST,
            JobState.RETRYING,
            counters,
            Duration.ZERO,
            false));
  }

  private void rescued(String node, long token, int began, int recorded) {
    events.add(new Event.Rescued(at(recorded), node, "a", token, at(began).plus(LEASE)));
  }

  private void ended(String node, long token, int second) {
    events.add(new Event.Ended(at(second), node, "a", token, Ending.DONE));
  }

  private void crashed(String node, int second) {
    events.add(new Event.NodeChanged(at(second), node, NodeChange.CRASHED, "killed"));
  }
}
