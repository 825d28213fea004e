package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TenantStatsRoutesTest extends RoutesTest {
  private static final String STATS = "/api/v1/tenants/acme/stats";

  private String[] key(String who, String... admin) {
    String key =
        server
            .post("/api/v1/keys", "{\"scope\": \"read\", %s}".formatted(who), admin)
            .is(201)
            .at("/key");
    return new String[] {"Authorization", "Bearer " + key};
  }

  private String[] admin() {
    String key =
        server
            .post("/api/v1/keys", "{\"scope\": \"admin\", \"allTenants\": true}")
            .is(201)
            .at("/key");
    return new String[] {"Authorization", "Bearer " + key};
  }

  private void put(String tenant, String more) {
    server
        .post("/api/v1/jobs", "{\"type\": \"work\", \"tenant\": \"%s\" %s}".formatted(tenant, more))
        .is(201);
  }

  @Test
  void a_tenants_statistics_count_its_own_jobs_by_state_and_queue() {
    put("acme", ", \"queue\": \"mail\"");
    put("acme", ", \"queue\": \"mail\"");
    put("acme", ", \"delay\": \"1h\"");
    put("bolt", ", \"queue\": \"mail\"");
    server.clock().advance(Duration.ofSeconds(7));
    String[] acme = key("\"tenant\": \"acme\"", admin());

    Answer stats = server.get(STATS, acme).is(200);

    assertThat(stats.at("/tenant")).isEqualTo("acme");
    assertThat(stats.at("/jobs/QUEUED")).isEqualTo("3");
    assertThat(stats.at("/jobs/SUCCEEDED")).isEqualTo("0");
    assertThat(stats.json().at("/queues").propertyNames()).containsExactly("mail");
    assertThat(stats.at("/queues/mail/due")).isEqualTo("2");
    assertThat(stats.at("/queues/mail/dead")).isEqualTo("0");
    assertThat(stats.at("/queues/mail/oldestDueAt")).isEqualTo("2030-01-01T00:00:00Z");
  }

  @Test
  void statistics_are_counted_at_most_every_five_seconds() {
    put("acme", "");
    assertThat(server.get(STATS).is(200).at("/jobs/QUEUED")).isEqualTo("1");
    put("acme", "");

    assertThat(server.get(STATS).is(200).at("/jobs/QUEUED")).isEqualTo("1");
    server.clock().advance(Duration.ofSeconds(5));
    assertThat(server.get(STATS).is(200).at("/jobs/QUEUED")).isEqualTo("2");
  }

  @Test
  void operators_see_the_statistics_of_all_tenants_and_a_tenant_its_own() {
    put("acme", "");
    String[] admin = admin();

    assertThat(server.get(STATS, key("\"allTenants\": true", admin)).is(200).at("/jobs/QUEUED"))
        .isEqualTo("1");
    assertThat(server.get(STATS, key("\"tenant\": \"bolt\"", admin)).is(404).at("/detail"))
        .isEqualTo("there is no tenant acme");
  }

  @Test
  void a_caller_can_read_what_its_key_allows() {
    Answer local = server.get("/api/v1/caller").is(200);
    String[] acme = key("\"tenant\": \"acme\"", admin());

    assertThat(local.text()).isEqualTo("{\"name\":\"local\",\"tenant\":null,\"scope\":\"admin\"}");
    Answer tenant = server.get("/api/v1/caller", acme).is(200);
    assertThat(tenant.at("/tenant")).isEqualTo("acme");
    assertThat(tenant.at("/scope")).isEqualTo("read");
    assertThat(acme[1]).contains("_" + tenant.at("/name") + "_");
    server.get("/api/v1/caller").is(401);
  }
}
