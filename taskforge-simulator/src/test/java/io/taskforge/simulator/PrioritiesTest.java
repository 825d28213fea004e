package io.taskforge.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order in which a backlog of jobs with priorities is released after an outage. */
class PrioritiesTest {
  private static final long DOWN_FROM = Duration.ofSeconds(Simulation.WARM_UP_SECONDS).toNanos();
  private static final Duration OUTAGE = Duration.ofMinutes(2);
  private static final List<Integer> PRIORITIES = List.of(0, 5, -5);
  private static final Scenario SCENARIO =
      Scenario.of(10, DestinationModel.rejecting(20, OUTAGE), 1).priorities(PRIORITIES);

  /** A call: when it was sent, and the job's priority and due time. */
  private record Call(int priority, long arrivedAt, long runAt, long startedAt, boolean served) {
    boolean goesBefore(Call other) {
      return priority != other.priority ? priority > other.priority : runAt <= other.runAt;
    }
  }

  private static List<Call> calls() {
    List<Call> calls = new ArrayList<>();
    Simulation.run(
        SCENARIO,
        Contender.of("breaker", Policies.FULL_JITTER).withBreaker(),
        job ->
            calls.add(
                new Call(
                    job.priority,
                    job.arrivedAt,
                    job.runAt,
                    job.startedAt,
                    job.answer == SimulatedDestination.Answer.SERVED)));
    return calls;
  }

  @Test
  void each_call_is_of_the_highest_priority_and_of_that_the_oldest_job() {
    List<Call> calls = calls();

    for (int i = 0; i < calls.size(); i++) {
      for (Call later : calls.subList(i + 1, calls.size())) {
        Call call = calls.get(i);
        boolean couldChoose = later.runAt <= call.startedAt && later.startedAt > call.startedAt;
        assertThat(!couldChoose || call.goesBefore(later)).as("%s before %s", call, later).isTrue();
      }
    }
  }

  @Test
  void after_an_outage_high_priority_jobs_finish_before_low_ones() {
    List<Integer> served =
        calls().stream()
            .filter(call -> call.served && call.startedAt >= DOWN_FROM + OUTAGE.toNanos())
            .filter(call -> call.arrivedAt >= DOWN_FROM)
            .filter(call -> call.arrivedAt < DOWN_FROM + OUTAGE.toNanos())
            .map(Call::priority)
            .toList();

    assertThat(served).hasSizeGreaterThan(1_000).hasSameElementsAs(PRIORITIES);
    assertThat(served.lastIndexOf(5)).isLessThan(served.indexOf(0));
    assertThat(served.lastIndexOf(0)).isLessThan(served.indexOf(-5));
  }
}
