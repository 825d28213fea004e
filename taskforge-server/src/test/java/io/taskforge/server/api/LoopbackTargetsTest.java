package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.access.ApiKeys;
import io.taskforge.server.access.Scope;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** SSRF protection: loopback targets are allowed only while the server has no API keys. */
class LoopbackTargetsTest extends RoutesTest {
  private static final String CALL = "{\"type\": \"http\", \"payload\": {\"url\": \"%s\"}}";
  private static final String WEBHOOK = "{\"url\": \"%s\", \"events\": [\"job.dead\"]}";

  private static String[] bearer(String key) {
    return new String[] {"Authorization", "Bearer " + key};
  }

  @Test
  void the_first_key_blocks_loopback_targets_when_saved_and_when_called() throws IOException {
    try (MisbehavingEndpoint inside = MisbehavingEndpoint.start(Behaviour.status(200, "ok"))) {
      String saved = server.post("/api/v1/jobs", CALL.formatted(inside.url("/"))).is(201).at("/id");
      server.post("/api/v1/webhooks", WEBHOOK.formatted(inside.url("/"))).is(201);
      String key =
          server
              .post("/api/v1/keys", "{\"scope\": \"admin\", \"allTenants\": true}")
              .is(201)
              .at("/key");

      server.post("/api/v1/jobs", CALL.formatted(inside.url("/")), bearer(key)).is(400);
      server.post("/api/v1/jobs", CALL.formatted("http://localhost/"), bearer(key)).is(400);
      server.post("/api/v1/webhooks", WEBHOOK.formatted(inside.url("/")), bearer(key)).is(400);
      server.runDue();

      assertThat(server.get("/api/v1/jobs/" + saved, bearer(key)).at("/lastError/type"))
          .isEqualTo("target_blocked");
      assertThat(inside.received()).isEmpty();
    }
  }

  @Test
  void a_key_created_on_another_node_is_effective_within_a_second() {
    server.post("/api/v1/webhooks", WEBHOOK.formatted("http://127.0.0.1:9/")).is(201);
    String key =
        new ApiKeys(server.store(), new SplittableRandom(1))
            .create("", null, Scope.ADMIN, null)
            .text();
    server.clock().advance(Duration.ofSeconds(1));

    Answer refused =
        server
            .post("/api/v1/webhooks", WEBHOOK.formatted("http://127.0.0.1:9/"), bearer(key))
            .is(400);

    assertThat(refused.at("/faults/0/rule")).contains("127.0.0.0/8 (loopback)");
  }
}
