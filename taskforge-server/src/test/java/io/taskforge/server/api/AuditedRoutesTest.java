package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.http.Route;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks the route table: every change is audited. */
class AuditedRoutesTest extends RoutesTest {
  private List<Route> changing() {
    return server.routes().stream().filter(route -> !route.method().equals("GET")).toList();
  }

  @Test
  void every_route_that_changes_something_is_audited_or_says_why_not() {
    assertThat(changing())
        .hasSizeGreaterThan(25)
        .filteredOn(
            route -> (route.audit().action() == null) == (route.audit().unaudited() == null))
        .extracting(route -> route.method() + " " + route.path())
        .isEmpty();
  }

  @Test
  void only_traffic_and_previews_are_not_audited() {
    assertThat(changing())
        .filteredOn(route -> route.audit().action() == null)
        .extracting(Route::path)
        .containsExactlyInAnyOrder(
            "/api/v1/jobs",
            "/api/v1/jobs/batch",
            "/api/v1/jobs/count",
            "/api/v1/schedules/preview",
            "/api/v1/policies/simulate",
            "/api/v1/policies/herd",
            "/api/v1/policies/replay",
            "/api/v1/calls",
            "/api/v1/redrives/preview",
            "/api/v1/claims",
            "/api/v1/leases/results",
            "/api/v1/leases/extensions",
            "/api/v1/leases/{token}/complete",
            "/api/v1/leases/{token}/fail",
            "/api/v1/leases/{token}/extend",
            "/api/v1/leases/{token}/release",
            "/api/v1/policies/validate",
            "/api/v1/policies/preview");
  }

  @Test
  void an_action_names_its_target_type_and_is_unique() {
    assertThat(changing())
        .filteredOn(route -> route.audit().action() != null)
        .extracting(route -> route.audit().action())
        .doesNotHaveDuplicates()
        .allMatch(action -> action.matches("[a-z-]+\\.[a-z-]+"))
        .contains("job.cancel", "queue.pause", "redrive.start", "schedule.update", "key.revoke");
  }
}
