package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.TenantId;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.Scope;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ListenersTest {
  private static final Caller OPERATOR = new Caller("ops", null, Scope.READ);
  private final Listeners listeners = new Listeners();

  private static Caller of(String tenant) {
    return new Caller("key of " + tenant, new TenantId(tenant), Scope.READ);
  }

  private List<Listeners.Place> take(Caller caller, int number) {
    return take(listeners, caller, number);
  }

  private static List<Listeners.Place> take(Listeners from, Caller caller, int number) {
    return IntStream.range(0, number)
        .parallel()
        .mapToObj(i -> from.take(caller))
        .flatMap(Optional::stream)
        .toList();
  }

  @Test
  void of_many_who_come_at_once_no_more_get_in_than_a_tenant_may_have() {
    for (int round = 0; round < 2_000; round++) {
      Listeners fresh = new Listeners();
      assertThat(take(fresh, of("acme"), 40)).hasSize(Listeners.MOST_OF_A_TENANT);
      assertThat(take(fresh, of("bolt"), 1)).hasSize(1);
    }
  }

  @Test
  void tenants_leave_places_to_operators() {
    int ofTenants = IntStream.range(0, 20).map(i -> take(of("t" + i), 10).size()).sum();
    assertThat(ofTenants).isEqualTo(Listeners.MOST - Listeners.FOR_OPERATORS);

    assertThat(take(OPERATOR, Listeners.MOST)).hasSize(Listeners.FOR_OPERATORS);
  }

  @Test
  void operators_may_take_every_place_and_then_nobody_gets_in() {
    assertThat(take(OPERATOR, 2 * Listeners.MOST)).hasSize(Listeners.MOST);
    assertThat(take(of("acme"), 1)).isEmpty();
  }

  @Test
  void a_place_is_free_again_once_however_often_it_is_closed() {
    List<Listeners.Place> places = take(of("acme"), Listeners.MOST_OF_A_TENANT);

    places.get(0).close();
    places.get(0).close();

    assertThat(take(of("acme"), 5)).hasSize(1);
    take(OPERATOR, 1).forEach(Listeners.Place::close);
    assertThat(take(OPERATOR, Listeners.MOST)).hasSize(Listeners.MOST - Listeners.MOST_OF_A_TENANT);
  }
}
