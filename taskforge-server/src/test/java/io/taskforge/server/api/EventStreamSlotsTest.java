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

  private List<EventStreamSlots.Place> take(Caller caller, int number) {
    return take(listeners, caller, number);
  }

  private static List<EventStreamSlots.Place> take(EventStreamSlots from, Caller caller, int number) {
    return IntStream.range(0, number)
        .parallel()
        .mapToObj(i -> from.take(caller))
        .flatMap(Optional::stream)
        .toList();
  }

  @Test
  void of_many_who_come_at_once_no_more_get_in_than_a_tenant_may_have() {
    for (int round = 0; round < 2_000; round++) {
      EventStreamSlots fresh = new EventStreamSlots();
      assertThat(take(fresh, of("acme"), 40)).hasSize(EventStreamSlots.MOST_OF_A_TENANT);
      assertThat(take(fresh, of("bolt"), 1)).hasSize(1);
    }
  }

  @Test
  void tenants_leave_places_to_operators() {
    int ofTenants = IntStream.range(0, 20).map(i -> take(of("t" + i), 10).size()).sum();
    assertThat(ofTenants).isEqualTo(EventStreamSlots.MOST - EventStreamSlots.FOR_OPERATORS);

    assertThat(take(OPERATOR, EventStreamSlots.MOST)).hasSize(EventStreamSlots.FOR_OPERATORS);
  }

  @Test
  void operators_may_take_every_place_and_then_nobody_gets_in() {
    assertThat(take(OPERATOR, 2 * EventStreamSlots.MOST)).hasSize(EventStreamSlots.MOST);
    assertThat(take(of("acme"), 1)).isEmpty();
  }

  @Test
  void a_place_is_free_again_once_however_often_it_is_closed() {
    List<EventStreamSlots.Place> places = take(of("acme"), EventStreamSlots.MOST_OF_A_TENANT);

    places.get(0).close();
    places.get(0).close();

    assertThat(take(of("acme"), 5)).hasSize(1);
    take(OPERATOR, 1).forEach(EventStreamSlots.Place::close);
    assertThat(take(OPERATOR, EventStreamSlots.MOST)).hasSize(EventStreamSlots.MOST - EventStreamSlots.MOST_OF_A_TENANT);
  }
}
