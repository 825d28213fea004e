package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

/** What streams hear of changes on all nodes. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("jdk")
class ChangedEventsTest extends RoutesTest {
  private String[] key(String json, String... caller) {
    return new String[] {
      "Authorization", "Bearer " + server.post("/api/v1/keys", json, caller).is(201).at("/key")
    };
  }

  @Test
  void an_operator_hears_of_each_ended_attempt_once_though_a_tenant_listens_too() {
    String[] operator = key("{\"scope\": \"admin\", \"allTenants\": true}");
    String[] acme = key("{\"scope\": \"write\", \"tenant\": \"acme\"}", operator);
    try (EventStream all = new EventStream(server, operator);
        EventStream own = new EventStream(server, acme)) {
      server.lookForChanges();
      ended(operator);
      server.lookForChanges();
      JsonNode first = own.next("changed");
      ended(operator);
      server.lookForChanges();
      own.next("changed");

      assertThat(first.path("tenant").asString()).isEqualTo("acme");
      List<JsonNode> heard = new ArrayList<>();
      while (heard.size() < 2) {
        JsonNode next = all.next();
        assertThat(all.name()).isNotEqualTo("gap");
        if (all.name().equals("changed")) {
          heard.add(next);
        }
      }
      assertThat(heard).allSatisfy(each -> assertThat(each.path("tenant").isNull()).isTrue());
      assertThat(heard).extracting(each -> each.path("ended").asInt()).containsExactly(1, 1);
    }
  }

  /** Cancels a waiting job of acme, which ends it. */
  private void ended(String[] operator) {
    String id =
        server
            .post("/api/v1/jobs", "{\"type\": \"work\", \"tenant\": \"acme\"}", operator)
            .is(201)
            .at("/id");
    server.post("/api/v1/jobs/" + id + "/cancel", "{}", operator).is(200);
  }
}
