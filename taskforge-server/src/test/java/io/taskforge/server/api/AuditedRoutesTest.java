package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.http.Route;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From the route table: nothing can be changed unseen. */
class AuditedRoutesTest extends RoutesTest {
  private List<Route> changing() {
    return server.routes().stream().filter(route -> !route.method().equals("GET")).toList();
  }

  @Test
  void every_route_that_is_no_mere_look_is_audited_or_says_why_not() {
    assertThat(changing())
        .hasSizeGreaterThan(25)
        .filteredOn(route -> (route.action() == null) == (route.unaudited() == null))
        .extracting(route -> route.method() + " " + route.path())
        .isEmpty();
  }

  @Test
  void only_traffic_and_trials_are_not_audited() {
    assertThat(changing())
        .filteredOn(route -> route.action() == null)
        .extracting(Route::path)
        .containsExactlyInAnyOrder(
            "/api/v1/jobs",
            "/api/v1/jobs/batch",
            "/api/v1/calls",
            "/api/v1/redrives/preview",
            "/api/v1/claims",
            "/api/v1/leases/{token}/complete",
            "/api/v1/leases/{token}/fail",
            "/api/v1/leases/{token}/extend",
            "/api/v1/leases/{token}/release",
            "/api/v1/policies/validate",
            "/api/v1/policies/preview");
  }

  @Test
  void an_action_names_what_it_is_done_to_and_is_used_once() {
    assertThat(changing())
        .filteredOn(route -> route.action() != null)
        .extracting(Route::action)
        .doesNotHaveDuplicates()
        .allMatch(action -> action.matches("[a-z-]+\\.[a-z-]+"))
        .contains("job.cancel", "queue.pause", "redrive.start", "schedule.update", "key.revoke");
  }
}
