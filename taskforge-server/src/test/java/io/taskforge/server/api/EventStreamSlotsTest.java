package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.TenantId;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.Scope;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventStreamSlotsTest {
  private static final Caller OPERATOR = new Caller("ops", null, Scope.READ);
  private final EventStreamSlots listeners = new EventStreamSlots();

  private static Caller of(String tenant) {
    return new Caller("key of " + tenant, new TenantId(tenant), Scope.READ);
  }

  private List<EventStreamSlots.Slot> take(Caller caller, int number) {
    return take(listeners, caller, number);
  }

  private static List<EventStreamSlots.Slot> take(
      EventStreamSlots from, Caller caller, int number) {
    return IntStream.range(0, number)
        .parallel()
        .mapToObj(i -> from.take(caller))
        .flatMap(Optional::stream)
        .toList();
  }

  @Test
  void concurrent_requests_do_not_exceed_the_limit_of_a_tenant() {
    for (int round = 0; round < 2_000; round++) {
      EventStreamSlots fresh = new EventStreamSlots();
      assertThat(take(fresh, of("acme"), 40)).hasSize(EventStreamSlots.MAX_PER_TENANT);
      assertThat(take(fresh, of("bolt"), 1)).hasSize(1);
    }
  }

  @Test
  void tenants_leave_slots_to_operators() {
    int ofTenants = IntStream.range(0, 20).map(i -> take(of("t" + i), 10).size()).sum();
    assertThat(ofTenants).isEqualTo(EventStreamSlots.MAX - EventStreamSlots.RESERVED_FOR_OPERATORS);

    assertThat(take(OPERATOR, EventStreamSlots.MAX))
        .hasSize(EventStreamSlots.RESERVED_FOR_OPERATORS);
  }

  @Test
  void operators_may_use_every_slot() {
    assertThat(take(OPERATOR, 2 * EventStreamSlots.MAX)).hasSize(EventStreamSlots.MAX);
    assertThat(take(of("acme"), 1)).isEmpty();
  }

  @Test
  void closing_a_slot_twice_releases_it_once() {
    List<EventStreamSlots.Slot> slots = take(of("acme"), EventStreamSlots.MAX_PER_TENANT);

    slots.get(0).close();
    slots.get(0).close();

    assertThat(take(of("acme"), 5)).hasSize(1);
    take(OPERATOR, 1).forEach(EventStreamSlots.Slot::close);
    assertThat(take(OPERATOR, EventStreamSlots.MAX))
        .hasSize(EventStreamSlots.MAX - EventStreamSlots.MAX_PER_TENANT);
  }
}
