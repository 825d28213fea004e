package io.taskforge.store.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DealTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private final Map<String, Integer> tenantLimits = new HashMap<>();
  private final Map<Integer, TenantId> turns = new HashMap<>();

  private static Lane lane(String queue, int priority, String tenant, String type) {
    return new Lane(
        new QueueName(queue), priority, new TenantId(tenant), new JobTypeName(type), "");
  }

  private static LaneHead head(Lane lane) {
    return new LaneHead(lane, START);
  }

  private Map<Lane, Integer> deal(int limit, Map<String, Integer> queues, LaneHead... open) {
    return deal(limit, queues, List.of(open));
  }

  private Map<Lane, Integer> deal(int limit, Map<String, Integer> queues, List<LaneHead> open) {
    List<ClaimRequest.QueueLimit> limits = new ArrayList<>();
    queues.forEach(
        (name, most) -> limits.add(new ClaimRequest.QueueLimit(new QueueName(name), most)));
    Map<TenantId, Integer> fewer = new HashMap<>();
    tenantLimits.forEach((tenant, most) -> fewer.put(new TenantId(tenant), most));
    ClaimRequest request =
        new ClaimRequest(
                new ClaimRequest.Lease(new WorkerId("w"), Duration.ofSeconds(15)),
                limits,
                Set.of(new JobTypeName("a")),
                limit)
            .perTenant(Integer.MAX_VALUE, fewer);
    return Deal.deal(open, new ClaimLimits(request), (queue, priority) -> turns.get(priority));
  }

  @Test
  void one_lane_gets_all_places() {
    Lane only = lane("q", 0, "t", "a");

    assertThat(deal(10, Map.of("q", 10), head(only))).isEqualTo(Map.of(only, 10));
  }

  @Test
  void tenants_share_equally_and_the_first_in_turn_gets_the_remainder() {
    Lane a = lane("q", 0, "a", "a");
    Lane b = lane("q", 0, "b", "a");
    Lane c = lane("q", 0, "c", "a");
    turns.put(0, new TenantId("a"));

    assertThat(deal(8, Map.of("q", 8), head(a), head(b), head(c)))
        .containsExactly(Map.entry(b, 3), Map.entry(c, 3), Map.entry(a, 2));
  }

  @Test
  void tenants_who_share_a_priority_leave_nothing_to_a_lower_one() {
    Lane a = lane("q", 5, "a", "a");
    Lane b = lane("q", 5, "b", "a");
    Lane lower = lane("q", 4, "a", "a");

    assertThat(deal(4, Map.of("q", 4), head(lower), head(a), head(b)))
        .isEqualTo(Map.of(a, 2, b, 2));
  }

  @Test
  void lanes_behind_a_single_tenant_get_what_it_may_leave() {
    Lane high = lane("q", 5, "a", "a");
    Lane low = lane("q", 4, "b", "a");

    assertThat(deal(4, Map.of("q", 9), head(low), head(high)))
        .containsExactly(Map.entry(high, 4), Map.entry(low, 4));
  }

  @Test
  void of_one_tenant_the_lane_that_has_waited_longest_goes_first() {
    Lane young = lane("q", 0, "t", "a");
    Lane old = lane("q", 0, "t", "b");

    assertThat(
            deal(
                    3,
                    Map.of("q", 3),
                    new LaneHead(young, START),
                    new LaneHead(old, START.minusSeconds(1)))
                .keySet())
        .containsExactly(old, young);
  }

  @Test
  void what_a_tenants_limit_leaves_goes_to_the_others() {
    Lane a = lane("q", 0, "a", "a");
    Lane b = lane("q", 0, "b", "a");
    tenantLimits.put("a", 1);

    assertThat(deal(10, Map.of("q", 10), head(a), head(b))).isEqualTo(Map.of(a, 1, b, 9));
  }

  @Test
  void a_tenant_without_places_is_left_out() {
    tenantLimits.put("a", 0);

    assertThat(deal(10, Map.of("q", 10), head(lane("q", 0, "a", "a")))).isEmpty();
  }

  @Test
  void a_take_has_a_limited_number_of_lanes() {
    List<LaneHead> many = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      many.add(head(lane("q", 0, "tenant-" + i, "a")));
    }

    assertThat(deal(1_000, Map.of("q", 1_000), many)).hasSize(Deal.MAX_LANES);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void no_deal_exceeds_a_limit_or_passes_over_a_higher_priority(int seed) {
    Random random = new Random(seed);
    for (int round = 0; round < 400; round++) {
      tenantLimits.clear();
      for (int t = 0; t < 4; t++) {
        if (random.nextInt(3) == 0) {
          tenantLimits.put("t" + t, random.nextInt(6));
        }
      }
      int queueLimit = 1 + random.nextInt(20);
      List<LaneHead> open = new ArrayList<>();
      for (int i = 0; i < random.nextInt(20); i++) {
        Lane lane = lane("q", random.nextInt(3), "t" + random.nextInt(4), "x" + random.nextInt(3));
        if (open.stream().noneMatch(each -> each.lane().equals(lane))) {
          open.add(new LaneHead(lane, START.plusSeconds(random.nextInt(9))));
        }
      }
      int limit = 1 + random.nextInt(20);
      Map<Lane, Integer> shares = deal(limit, Map.of("q", queueLimit), open);

      checkTenants(shares, limit);
      checkQueue(shares, limit, queueLimit);
      checkPriorities(shares, open);
    }
  }

  private void checkTenants(Map<Lane, Integer> shares, int limit) {
    Map<String, Integer> ofTenant = new HashMap<>();
    shares.forEach((lane, n) -> ofTenant.merge(lane.tenant().value(), n, Integer::sum));
    tenantLimits.forEach(
        (tenant, most) -> {
          if (most < limit) {
            assertThat(ofTenant.getOrDefault(tenant, 0)).isLessThanOrEqualTo(most);
          }
        });
  }

  private static void checkQueue(Map<Lane, Integer> shares, int limit, int queueLimit) {
    int sum = shares.values().stream().mapToInt(n -> n).sum();
    shares.values().forEach(n -> assertThat(n).isBetween(1, limit));
    if (queueLimit < limit) {
      assertThat(sum).isLessThanOrEqualTo(queueLimit);
    }
  }

  private void checkPriorities(Map<Lane, Integer> shares, List<LaneHead> open) {
    int lowest = shares.keySet().stream().mapToInt(Lane::priority).min().orElse(Integer.MAX_VALUE);
    for (LaneHead head : open) {
      Lane lane = head.lane();
      boolean tenantServed =
          shares.keySet().stream()
              .anyMatch(
                  other ->
                      other.tenant().equals(lane.tenant()) && other.priority() >= lane.priority());
      if (lane.priority() > lowest) {
        assertThat(tenantServed || tenantLimits.getOrDefault(lane.tenant().value(), 1) == 0)
            .as("%s waits although a lower priority is served", lane)
            .isTrue();
      }
    }
  }
}
