package io.taskforge.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.Counters;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.Event.NodeChange;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChaosFiguresTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private static Instant at(int second) {
    return START.plusSeconds(second);
  }

  private static Event claimed(int second, String node, String job) {
    return new Event.Claimed(
        at(second), at(second), node, job, second, at(second + 5), 1, new Counters(0, 0, 0), START);
  }

  private static Event fault(int second, String what) {
    return new Event.Fault(at(second), "chaos", what);
  }

  private static Event node(int second, String node, NodeChange change) {
    return new Event.NodeChanged(at(second), node, change, "kill -9");
  }

  @Test
  void a_rescue_takes_from_the_death_of_the_worker_until_the_new_lease() {
    ChaosFigures figures =
        new ChaosFigures(
            List.of(
                claimed(1, "w1.1", "a"),
                claimed(1, "w2.1", "b"),
                node(3, "w1.1", NodeChange.CRASHED),
                new Event.Rescued(at(9), "w2.1", "a", 9, at(14)),
                new Event.Rescued(at(10), "w2.1", "b", 10, at(15))));

    assertThat(figures.rescues()).containsExactly(6.0);
    assertThat(ChaosFigures.percentile(figures.rescues())).isEqualTo(6);
  }

  @Test
  void a_rescue_that_an_outage_of_the_database_delays_does_not_count() {
    ChaosFigures figures =
        new ChaosFigures(
            List.of(
                claimed(1, "w1.1", "a"),
                claimed(1, "w2.1", "b"),
                node(3, "w1.1", NodeChange.CRASHED),
                fault(4, DatabaseProbe.AWAY),
                node(5, "w2.1", NodeChange.CRASHED),
                fault(6, DatabaseProbe.AWAY + Faults.ENDED),
                new Event.Rescued(at(20), "w3.1", "a", 9, at(25)),
                new Event.Rescued(at(20), "w3.1", "b", 10, at(25))));

    assertThat(figures.rescues()).isEmpty();
  }

  @Test
  void a_worker_resumes_with_its_first_claim_after_the_database_returned() {
    ChaosFigures figures =
        new ChaosFigures(
            List.of(
                claimed(1, "w1.1", "a"),
                claimed(1, "w2.1", "b"),
                claimed(1, "w3.1", "c"),
                claimed(1, "w4.1", "d"),
                fault(2, DatabaseProbe.AWAY),
                fault(6, DatabaseProbe.AWAY + Faults.ENDED),
                node(7, "w1.1", NodeChange.CRASHED),
                fault(7, "network 1: BLACKHOLE"),
                claimed(8, "w3.1", "e"),
                claimed(10, "w2.1", "f"),
                claimed(11, "w4.1", "g"),
                claimed(12, "w3.1", "h")));

    assertThat(figures.resumptions()).containsExactly(2.0, 5.0);
  }
}
