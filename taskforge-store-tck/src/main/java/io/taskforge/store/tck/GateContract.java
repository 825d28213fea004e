package io.taskforge.store.tck;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.LaneGate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Lanes that a gate closes or limits, as the circuit breaker of a destination does. */
interface GateContract extends StoreUnderTest {
  /** Limits lanes by their key. */
  final class Gate implements LaneGate {
    final Map<String, Integer> limits = new HashMap<>();
    final List<@Nullable Instant> changes = new ArrayList<>();

    @Override
    public @Nullable Object group(
        QueueName queue, TenantId tenant, JobTypeName type, String laneKey) {
      return limits.containsKey(laneKey) ? laneKey : null;
    }

    @Override
    public int most(Object group) {
      return limits.getOrDefault((String) group, 0);
    }

    @Override
    public void looked(Instant at, @Nullable Instant destinationsChangedAt) {
      changes.add(destinationsChangedAt);
    }

    Gate limit(String key, int most) {
      limits.put(key, most);
      return this;
    }
  }

  private List<JobId> claim(Gate gate, int limit) {
    return store().claim(new ClaimDraft(WORKER).upTo(limit).gate(gate)).stream()
        .map(ClaimedJob::id)
        .toList();
  }

  @Test
  default void jobs_of_a_closed_lane_are_not_claimed() {
    JobId held = enqueue(aJob().inLane("down"));
    JobId free = enqueue(aJob().inLane("up"));

    Gate gate = new Gate().limit("down", 0);
    assertThat(claim(gate, 10)).containsExactly(free);
    assertThat(claim(gate, 10)).isEmpty();

    gate.limit("down", 10);
    assertThat(claim(gate, 10)).containsExactly(held);
  }

  @Test
  default void lanes_of_one_group_share_its_limit_oldest_of_the_highest_priority_first() {
    enqueue(aJob().inLane("slow").at(START.minusSeconds(9)));
    JobId first = enqueue(aJob().inLane("slow").priority(5).at(START.minusSeconds(1)));
    JobId second = enqueue(aJob().inLane("slow").priority(5));
    enqueue(aJob().inLane("slow"));

    assertThat(claim(new Gate().limit("slow", 2), 10)).containsExactly(first, second);
  }

  @Test
  default void at_most_once_jobs_wait_in_lanes_of_their_own() {
    JobId often = enqueue(aJob().inLane("api").at(START.minusSeconds(1)));
    JobId once = enqueue(aJob().inLane("api").atMostOnce().at(START.minusSeconds(2)));

    assertThat(claim(new Gate().limit("api#once", 0), 10)).containsExactly(often);
    assertThat(claim(new Gate(), 10)).containsExactly(once);
  }

  @Test
  default void a_look_says_when_a_destination_last_changed() {
    Gate gate = new Gate();
    enqueue(aJob());
    claim(gate, 1);
    assertThat(gate.changes).isNotEmpty().containsOnlyNulls();

    clock().advance(Duration.ofSeconds(5));
    DocumentKey key = new DocumentKey(DocumentKind.DESTINATION, TenantId.DEFAULT, "api:443");
    assertThat(store().documents().create(key, "{}", null)).isPresent();
    enqueue(aJob());
    gate.changes.clear();
    clock().advance(Duration.ofSeconds(5));
    claim(gate, 1);
    assertThat(gate.changes).contains(START.plusSeconds(5));
  }
}
