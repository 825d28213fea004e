package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.TenantId;
import io.taskforge.server.access.ApiKeys;
import io.taskforge.server.access.Scope;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The quota of running redrives. */
class RedriveLimitsTest extends RoutesTest {
  private static final String PATH = "/api/v1/redrives";
  private static final String ALL = "{\"filter\": {}}";

  private String[] keyOf(String tenant, int seed) {
    ApiKeys.Created made =
        new ApiKeys(server.store(), new SplittableRandom(seed))
            .create("", new TenantId(tenant), Scope.WRITE, null);
    return new String[] {"Authorization", "Bearer " + made.text()};
  }

  private static String[] with(String[] headers, String name, String value) {
    return new String[] {headers[0], headers[1], name, value};
  }

  @Test
  void a_tenant_can_run_twenty_redrives() {
    server.post("/api/v1/keys", "{\"scope\": \"admin\", \"allTenants\": true}").is(201);
    String[] hers = keyOf("acme", 5);
    String[] his = keyOf("bolt", 6);
    String[] repeat = with(hers, "Idempotency-Key", "tonight");
    String first = server.post(PATH, ALL, repeat).is(202).at("/id");
    for (int n = 1; n < 20; n++) {
      server.post(PATH, ALL, hers).is(202);
    }

    Answer refused = server.post(PATH, ALL, hers).is(429);

    assertThat(refused.at("/detail"))
        .isEqualTo(
            "tenant acme has reached its limit of 20 running redrives; wait until one ends, or stop one");
    assertThat(refused.header("Retry-After")).isEqualTo("30");
    assertThat(server.post(PATH, ALL, repeat).is(202).at("/id")).isEqualTo(first);
    server.post(PATH + "/preview", "{\"filter\": {}}", hers).is(200);
    server.post(PATH, ALL, his).is(202);

    server.delete(PATH + "/" + first, hers).is(200);
    server.post(PATH, ALL, hers).is(202);
    server.post(PATH, ALL, hers).is(429);

    server.runDue();
    server.runDue();
    server.post(PATH, ALL, hers).is(202);
  }

  @Test
  void operators_can_run_a_hundred_redrives_over_all_tenants_and_of_each() {
    for (int n = 0; n < 100; n++) {
      server.post(PATH, ALL).is(202);
    }

    assertThat(server.post(PATH, ALL).is(429).at("/detail"))
        .startsWith("the limit of 100 running redrives over all tenants is reached; ");
    server.post(PATH, "{\"filter\": {\"tenant\": \"acme\"}}").is(202);
  }
}
