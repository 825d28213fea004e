package io.taskforge.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.Answer;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.config.Settings;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two tenants in one queue, over HTTP: each sees and receives only its own alerts. */
class TenantAlertsTest extends WebhookTest {
  private static final Duration LOOK = Duration.ofSeconds(15);
  private static final String ALERTS = "/api/v1/alerts";

  private MisbehavingEndpoint toAcme;
  private MisbehavingEndpoint toBolt;
  private MisbehavingEndpoint toDefault;
  private MisbehavingEndpoint toOperators;
  private String ops;
  private String acme;
  private String bolt;

  /** Allows loopback targets, which a server with API keys blocks by default. */
  @Override
  TestServer open() {
    return TestServer.onSqlite(directory, new Settings().flag("allowTargets", "127.0.0.0/8"));
  }

  @BeforeEach
  void letAJobOfEachDie() {
    toAcme = receiver(200);
    toBolt = receiver(200);
    toDefault = receiver(200);
    toOperators = receiver(200);
    webhook(toAcme, "alert.raised, alert.resolved", ", \"tenant\": \"acme\"");
    webhook(toBolt, "alert.raised, alert.resolved", ", \"tenant\": \"bolt\"");
    webhook(toDefault, "alert.raised, alert.resolved");
    webhook(
        toOperators, "alert.raised, alert.resolved", ", \"tenant\": \"ops\", \"allTenants\": true");
    server
        .put(
            "/api/v1/queues/mail",
            "{\"retryPolicy\": \"once\", \"deadLetterQueue\": \"mail.dead\"}")
        .is(201);
    for (String tenant : List.of("acme", "bolt")) {
      enqueued("mail", ", \"tenant\": \"" + tenant + "\"");
      String token =
          server
              .post(
                  "/api/v1/claims",
                  "{\"worker\": \"w\", \"types\": [\"work\"], \"queues\": [\"mail\"]}")
              .at("/items/0/token");
      server.post("/api/v1/leases/" + token + "/fail", "{\"errorType\": \"timeout\"}").is(200);
    }
    server.runDue();
    ops = key("{\"scope\": \"admin\", \"allTenants\": true}");
    acme = key("{\"scope\": \"admin\", \"tenant\": \"acme\"}", bearer(ops));
    bolt = key("{\"scope\": \"admin\", \"tenant\": \"bolt\"}", bearer(ops));
  }

  private String key(String body, String... headers) {
    return server.post("/api/v1/keys", body, headers).is(201).at("/key");
  }

  private static String[] bearer(String key) {
    return new String[] {"Authorization", "Bearer " + key};
  }

  private void watch(Duration time) {
    for (long looks = time.dividedBy(LOOK); looks > 0; looks--) {
      server.advance(LOOK);
    }
  }

  private static List<String> told(MisbehavingEndpoint receiver) {
    return receiver.received().stream()
        .map(request -> Json.read(request.body()))
        .map(body -> body.at("/type").stringValue() + " " + body.at("/data/tenant").stringValue())
        .toList();
  }

  @Test
  void tenants_see_acknowledge_and_receive_only_their_own_alerts() {
    watch(Duration.ofMinutes(6));

    Answer own = server.get(ALERTS, bearer(acme)).is(200);
    assertThat(own.json().at("/items").size()).isEqualTo(1);
    assertThat(own.at("/items/0/tenant")).isEqualTo("acme");
    assertThat(own.at("/items/0/value")).isEqualTo("1.0");
    assertThat(own.text()).doesNotContain("bolt");
    server.get(ALERTS + "?tenant=bolt", bearer(acme)).is(403);
    assertThat(server.get(ALERTS, bearer(ops)).json().at("/items").size()).isEqualTo(2);
    Answer bolts = server.get(ALERTS + "?tenant=bolt", bearer(ops)).is(200);
    assertThat(bolts.json().at("/items").size()).isEqualTo(1);

    String theirs = ALERTS + "/" + bolts.at("/items/0/id");
    server.get(theirs, bearer(acme)).is(404);
    server.post(theirs + "/acknowledge", "{}", bearer(acme)).is(404);
    server.get(theirs, bearer(ops)).is(200);
    server.post(theirs + "/acknowledge", "{\"note\": \"mine\"}", bearer(bolt)).is(200);
    assertThat(server.post(theirs + "/acknowledge", "{}", bearer(ops)).is(200).at("/note"))
        .isEqualTo("mine");

    String dead =
        server.get("/api/v1/dead-letters?queue=mail.dead", bearer(acme)).is(200).at("/items/0/id");
    server.delete("/api/v1/dead-letters/" + dead, bearer(acme)).is(204);
    watch(Duration.ofMinutes(3));

    assertThat(told(toAcme)).containsExactly("alert.raised acme", "alert.resolved acme");
    assertThat(told(toBolt)).containsExactly("alert.raised bolt");
    assertThat(told(toDefault)).isEmpty();
    assertThat(told(toOperators))
        .containsExactlyInAnyOrder("alert.raised acme", "alert.raised bolt", "alert.resolved acme");
    assertThat(server.get(ALERTS + "?state=open", bearer(acme)).at("/items")).isEqualTo("[]");
    assertThat(server.get(ALERTS + "?state=open", bearer(bolt)).at("/items/0/tenant"))
        .isEqualTo("bolt");
  }

  @Test
  void a_tenants_key_cannot_change_rules_or_receive_other_tenants_alerts() {
    String rule = "/api/v1/alert-rules/dead-letters";
    server.put(rule, "{\"enabled\": false}", bearer(acme)).is(403);
    server.put(rule + "?queue=mail.dead", "{\"enabled\": false}", bearer(acme)).is(403);
    server.delete(rule, bearer(acme)).is(403);
    String greedy =
        "{\"url\": \"%s\", \"events\": [\"alert.raised\"], \"allTenants\": true}"
            .formatted(toAcme.url("/hook"));
    server.post(WEBHOOKS, greedy, bearer(acme)).is(403);
    String mine = server.get(WEBHOOKS, bearer(acme)).is(200).at("/items/0/id");
    server.put(WEBHOOKS + "/" + mine, greedy, bearer(acme)).is(403);

    watch(Duration.ofMinutes(6));

    assertThat(told(toAcme)).containsExactly("alert.raised acme");
  }
}
