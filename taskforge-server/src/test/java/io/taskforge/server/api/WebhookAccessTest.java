package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Route;
import java.util.List;
import org.junit.jupiter.api.Test;

class WebhookAccessTest extends RoutesTest {
  @Test
  void readers_see_webhooks_and_only_admins_change_them() {
    List<Route> routes =
        server.routes().stream()
            .filter(route -> route.path().startsWith("/api/v1/webhooks"))
            .toList();

    assertThat(routes).hasSize(10);
    for (Route route : routes) {
      Scope needed = route.method().equals("GET") ? Scope.READ : Scope.ADMIN;
      assertThat(route.access())
          .as(route.method() + " " + route.path())
          .isEqualTo(Access.own(needed));
    }
  }
}
