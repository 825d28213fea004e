package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.TenantId;
import io.taskforge.server.access.ApiKeys;
import io.taskforge.server.access.Scope;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyRoutesTest extends RoutesTest {
  private static final String KEYS = "/api/v1/keys";

  private static String[] bearer(String key) {
    return new String[] {"Authorization", "Bearer " + key};
  }

  private String operator() {
    return server
        .post(KEYS, "{\"scope\": \"admin\", \"allTenants\": true, \"name\": \"ops\"}")
        .is(201)
        .at("/key");
  }

  @Test
  void a_key_is_shown_only_once() {
    String key = operator();

    Answer list = server.get(KEYS, bearer(key)).is(200);

    assertThat(key).matches("tfk_[0-9a-f]{12}_[A-Za-z0-9_-]{43}");
    assertThat(list.text()).doesNotContain(key).doesNotContain("hash");
    assertThat(list.at("/items/0/name")).isEqualTo("ops");
    assertThat(list.at("/items/0/scope")).isEqualTo("admin");
    assertThat(list.at("/items/0/tenant")).isEqualTo("null");
    assertThat(list.at("/items/0/lastUsedAt")).isEqualTo("2030-01-01T00:00:00Z");
  }

  @Test
  void the_first_key_turns_authentication_on() {
    server.get("/api/v1/jobs").is(200);
    operator();

    Answer refused = server.get("/api/v1/jobs").is(401);

    assertThat(refused.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"taskforge\"");
    assertThat(refused.at("/detail"))
        .isEqualTo(
            "an API key is required: send the header Authorization: Bearer followed by an API key");
    server.get("/healthz").is(200);
  }

  @Test
  void a_revoked_key_is_rejected_within_a_second_and_stays_in_the_list() {
    String operator = operator();
    Answer made =
        server.post(KEYS, "{\"scope\": \"write\", \"tenant\": \"acme\"}", bearer(operator)).is(201);
    server.get("/api/v1/jobs", bearer(made.at("/key"))).is(200);

    server.delete(KEYS + "/" + made.at("/id"), bearer(operator)).is(200);
    server.advance(Duration.ofSeconds(1));

    server.get("/api/v1/jobs", bearer(made.at("/key"))).is(401);
    assertThat(server.get(KEYS, bearer(operator)).text()).contains("\"revokedAt\":\"2030-");
    server.delete(KEYS + "/000000000000", bearer(operator)).is(404);
    server.delete(KEYS + "/nonsense", bearer(operator)).is(404);
  }

  @Test
  void faults_of_a_new_key_are_reported() {
    Answer wrong =
        server
            .post(
                KEYS,
                "{\"scope\": \"root\", \"tenant\": \"acme\", \"allTenants\": true, \"expiresIn\": \"0s\"}")
            .is(400);

    assertThat(wrong.text())
        .contains("must be one of read, write, admin")
        .contains("cannot be combined with allTenants")
        .contains("expiresIn");
    server.get("/api/v1/jobs").is(200);
  }

  @Test
  void the_first_key_must_be_an_admin_key_for_all_tenants() {
    Answer refused = server.post(KEYS, "{\"scope\": \"admin\", \"tenant\": \"acme\"}").is(409);
    server.post(KEYS, "{\"scope\": \"read\", \"allTenants\": true}").is(409);

    assertThat(refused.at("/detail")).contains("must have scope admin and cover all tenants");
    server.get("/api/v1/jobs").is(200);
  }

  @Test
  void a_job_belongs_to_the_tenant_of_the_key() {
    String operator = operator();
    String key =
        server
            .post(KEYS, "{\"scope\": \"write\", \"tenant\": \"acme\"}", bearer(operator))
            .at("/key");

    Answer job = server.post("/api/v1/jobs", "{\"type\": \"work\"}", bearer(key)).is(201);
    Answer call =
        server.post("/api/v1/calls", "{\"api\": \"https://example.org/\"}", bearer(key)).is(201);

    assertThat(job.at("/tenant")).isEqualTo("acme");
    assertThat(call.at("/job/tenant")).isEqualTo("acme");
  }

  @Test
  void a_tenant_can_create_a_thousand_keys_and_an_operator_more() {
    String operator = operator();
    String hers =
        server
            .post(KEYS, "{\"scope\": \"admin\", \"tenant\": \"acme\"}", bearer(operator))
            .at("/key");
    ApiKeys keys = new ApiKeys(server.store(), new SplittableRandom(3));
    for (int n = 1; n < 1_000; n++) {
      keys.create("", new TenantId("acme"), Scope.READ, null);
    }

    Answer refused = server.post(KEYS, "{\"scope\": \"read\"}", bearer(hers)).is(409);

    assertThat(refused.at("/detail"))
        .isEqualTo(
            "tenant acme has reached its limit of 1000 keys, including revoked ones; an operator"
                + " can create more");
    server.post(KEYS, "{\"scope\": \"read\", \"tenant\": \"acme\"}", bearer(operator)).is(201);
  }
}
