package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.taskforge.audit.AuditLog;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.StoreException;
import io.taskforge.server.audit.AuditRecorder;
import io.taskforge.store.JobStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

class AuditRoutesTest extends RoutesTest {
  private static final String FIXED =
      "{\"maxRetries\": 1, \"backoff\": {\"strategy\": \"fixed\", \"delay\": \"1s\"}}";

  private List<String> entries(String query, String... headers) {
    return server
        .get("/api/v1/audit" + query, headers)
        .is(200)
        .json()
        .at("/items")
        .valueStream()
        .map(AuditRoutesTest::line)
        .toList();
  }

  private static String line(JsonNode entry) {
    return "%s %s %s/%s %s %s"
        .formatted(
            entry.path("actor").asString(),
            entry.path("action").asString(),
            entry.at("/target/type").asString(),
            entry.at("/target/id").asString(),
            entry.path("tenant").isNull() ? "-" : entry.path("tenant").asString(),
            entry.path("outcome").asString());
  }

  private String key(String scope, String tenant, String... headers) {
    String whose =
        tenant.isEmpty() ? "\"allTenants\": true" : "\"tenant\": \"%s\"".formatted(tenant);
    return server
        .post("/api/v1/keys", "{\"scope\": \"%s\", %s}".formatted(scope, whose), headers)
        .is(201)
        .at("/key");
  }

  private static String[] bearer(String key) {
    return new String[] {"Authorization", "Bearer " + key};
  }

  private static String idOf(String key) {
    return key.substring(4, 16); // between tfk_ and the secret
  }

  @Test
  void actions_are_listed_with_actor_and_target_newest_first() {
    String job = enqueue("mail", ", \"tenant\": \"acme\", \"delay\": \"1h\"");
    server.post("/api/v1/jobs/" + job + "/reschedule", "{\"delay\": \"2h\"}").is(200);
    server.post("/api/v1/jobs/" + job + "/cancel", "{\"reason\": \"not needed\"}").is(200);
    server.put("/api/v1/queues/mail", "{}").is(200);
    server.post("/api/v1/queues/mail/pause").is(200);
    server.put("/api/v1/policies/slow", FIXED).is(201);
    server.delete("/api/v1/policies/slow").is(204);

    assertThat(entries(""))
        .containsExactly(
            "local policy.delete policy/slow - DONE",
            "local policy.update policy/slow - DONE",
            "local queue.pause queue/mail - DONE",
            "local queue.update queue/mail - DONE",
            "local job.cancel job/" + job + " acme DONE",
            "local job.reschedule job/" + job + " acme DONE");
    assertThat(server.get("/api/v1/audit?action=job.cancel").at("/items/0/detail"))
        .isEqualTo("{\"status\":200,\"reason\":\"not needed\"}");
    assertThat(server.get("/api/v1/audit?action=job.cancel").at("/items/0/at"))
        .isEqualTo("2030-01-01T00:00:00Z");
  }

  @Test
  void a_redrive_of_a_failure_group_records_the_group() {
    String group = "0123456789abcdef";
    for (String asked :
        List.of("{\"failureGroup\": \"%s\"}", "{\"filter\": {\"failureGroup\": \"%s\"}}")) {
      server.post("/api/v1/redrives", asked.formatted(group)).is(202);

      assertThat(server.get("/api/v1/audit?limit=1").at("/items/0/detail/failureGroup"))
          .isEqualTo(group);
    }
  }

  @Test
  void changes_of_schedules_redrives_and_dead_letters_are_audited() {
    String plan = "{\"cron\": \"0 8 * * *\", \"job\": {\"type\": \"work\"}}";
    server.put("/api/v1/schedules/s?tenant=acme", plan).is(201);
    server.put("/api/v1/schedules/s?tenant=acme", plan).is(200);
    server.post("/api/v1/schedules/s/pause?tenant=acme").is(200);
    server.post("/api/v1/schedules/s/trigger?tenant=acme").is(201);
    server.delete("/api/v1/schedules/s?tenant=acme").is(204);
    String made =
        server
            .post("/api/v1/calls", "{\"api\": \"http://127.0.0.1/\", \"schedule\": \"0 8 * * *\"}")
            .is(201)
            .at("/schedule/id");
    putQueueWithDeadLetters("mail", "dead");
    String job = enqueue("mail");
    fail("mail", "timeout", "late");
    String redrive =
        server.post("/api/v1/redrives", "{\"ids\": [\"%s\"]}".formatted(job)).is(202).at("/id");
    server.delete("/api/v1/dead-letters/" + job + "?reason=old").is(204);

    assertThat(entries(""))
        .containsExactly(
            "local dead-letter.delete dead-letter/" + job + " default DONE",
            "local redrive.start redrive/" + redrive + " - DONE",
            "local queue.update queue/mail - DONE",
            "local schedule.create schedule/" + made + " default DONE",
            "local schedule.delete schedule/s acme DONE",
            "local schedule.trigger schedule/s acme DONE",
            "local schedule.pause schedule/s acme DONE",
            "local schedule.update schedule/s acme DONE",
            "local schedule.create schedule/s acme DONE");
  }

  private String detail(String action) {
    return server.get("/api/v1/audit?action=" + action).is(200).at("/items/0/detail");
  }

  @Test
  void an_entry_has_the_new_values() {
    server.put("/api/v1/policies/slow", FIXED).is(201);
    server
        .put(
            "/api/v1/queues/mail",
            """
            {"retryPolicy": "slow", "deadLetterQueue": "mail.dead", "concurrency": 3,
             "rate": {"starts": 5, "per": "1s"}}
            """)
        .is(201);
    server
        .put(
            "/api/v1/alert-rules/dead-letters?queue=mail", "{\"enabled\": false, \"threshold\": 9}")
        .is(201);
    String id =
        server
            .post(
                "/api/v1/webhooks",
                "{\"url\": \"http://127.0.0.1:9/hook?key=hunter2\", \"events\": [\"job.dead\"]}")
            .is(201)
            .at("/id");
    server
        .put(
            "/api/v1/webhooks/" + id,
            """
            {"url": "https://example.org/hunter2", "events": ["job.dead", "alert.raised"],
             "queue": "mail", "enabled": false}
            """)
        .is(200);
    server.delete("/api/v1/webhooks/" + id).is(204);

    assertThat(detail("policy.update"))
        .startsWith("{\"status\":201,\"maxRetries\":\"1\",")
        .contains("fixed");
    assertThat(detail("queue.update"))
        .isEqualTo(
            "{\"status\":201,\"retryPolicy\":\"slow\",\"deadLetterQueue\":\"mail.dead\","
                + "\"deadLetterOn\":\"EXHAUSTED\",\"concurrency\":\"3\",\"rate\":\"5 per 1s\"}");
    assertThat(detail("alert-rule.update"))
        .isEqualTo(
            "{\"status\":201,\"queue\":\"mail\",\"enabled\":\"false\",\"threshold\":\"9.0\"}");
    assertThat(detail("webhook.create"))
        .isEqualTo(
            "{\"status\":201,\"host\":\"127.0.0.1:9\",\"events\":\"job.dead\",\"enabled\":\"true\"}");
    assertThat(detail("webhook.update"))
        .isEqualTo(
            "{\"status\":200,\"host\":\"example.org\",\"events\":\"job.dead, alert.raised\","
                + "\"queue\":\"mail\",\"enabled\":\"false\"}");
    assertThat(detail("webhook.delete")).contains("example.org");
    assertThat(server.get("/api/v1/audit").text()).doesNotContain("hunter2", "whsec");
  }

  @Test
  void requests_without_effect_are_not_audited() {
    server.post("/api/v1/queues/none/pause").is(404);
    server.post("/api/v1/jobs/01a1e1bf-58fa-725f-852c-4f3fc90b18e9/cancel").is(404);
    server.put("/api/v1/policies/default", FIXED).is(409);
    server.put("/api/v1/queues/mail", "{\"concurrency\": \"many\"}").is(400);
    server.post("/api/v1/redrives/preview", "{\"filter\": {}}").is(200);
    complete(queueWithJob());

    assertThat(entries("")).isEmpty();
  }

  private String queueWithJob() {
    enqueue("mail");
    return "mail";
  }

  @Test
  void a_tenant_s_admin_sees_its_own_entries_and_an_operator_all() {
    String operator = key("admin", "");
    String acme = key("admin", "acme", bearer(operator));
    String bolt = key("admin", "bolt", bearer(operator));
    String plan = "{\"cron\": \"0 8 * * *\", \"job\": {\"type\": \"work\"}}";
    server.put("/api/v1/schedules/s", plan, bearer(acme)).is(201);
    server.put("/api/v1/schedules/s", plan, bearer(bolt)).is(201);
    server.delete("/api/v1/keys/" + idOf(bolt), bearer(operator)).is(200);

    assertThat(entries("", bearer(acme)))
        .containsExactly(
            idOf(acme) + " schedule.create schedule/s acme DONE",
            idOf(operator) + " key.create key/" + idOf(acme) + " acme DONE");
    assertThat(entries("?tenant=bolt", bearer(operator)))
        .containsExactly(
            idOf(operator) + " key.revoke key/" + idOf(bolt) + " bolt DONE",
            idOf(bolt) + " schedule.create schedule/s bolt DONE",
            idOf(operator) + " key.create key/" + idOf(bolt) + " bolt DONE");
    assertThat(entries("", bearer(operator)))
        .hasSize(6)
        .last()
        .isEqualTo("local key.create key/" + idOf(operator) + " - DONE");
    server.get("/api/v1/audit?tenant=bolt", bearer(acme)).is(403);
    assertThat(server.get("/api/v1/audit", bearer(operator)).text())
        .doesNotContain(operator, acme, bolt);
  }

  @Test
  void denied_requests_are_audited_up_to_a_rate_limit() {
    String operator = key("admin", "");
    String acme = key("read", "acme", bearer(operator));
    for (int i = 0; i < 70; i++) {
      server.get("/api/v1/keys", bearer(acme)).is(403);
      server.post("/api/v1/queues/mail/pause", "{}", bearer(acme)).is(403);
    }

    assertThat(entries("?target=queue&limit=100", bearer(operator)))
        .hasSize(60)
        .containsOnly(idOf(acme) + " queue.pause queue/mail acme DENIED");
  }

  @Test
  void the_log_is_filtered_and_paginated() {
    for (String name : List.of("a", "b", "c")) {
      server.put("/api/v1/queues/" + name, "{}").is(201);
    }
    server.clock().advance(Duration.ofMinutes(1));
    server.post("/api/v1/queues/a/pause").is(200);

    assertThat(entries("?target=queue/a")).hasSize(2);
    assertThat(entries("?target=job")).isEmpty();
    assertThat(entries("?actor=local&action=queue.update")).hasSize(3);
    assertThat(entries("?actor=unknown")).isEmpty();
    assertThat(entries("?from=2030-01-01T00:01:00Z"))
        .containsExactly("local queue.pause queue/a - DONE");
    assertThat(entries("?to=2030-01-01T00:01:00Z")).hasSize(3);
    String next = server.get("/api/v1/audit?limit=3").at("/next");
    Answer last = server.get("/api/v1/audit?limit=3&cursor=" + next);
    assertThat(last.at("/items/0/target/id")).isEqualTo("a");
    assertThat(last.at("/next")).isEqualTo("null");
    server.get("/api/v1/audit?cursor=x").is(400);
  }

  @Test
  void an_entry_that_cannot_be_written_is_logged_and_the_request_succeeds() {
    ListAppender<ILoggingEvent> appender = new ListAppender<>();
    appender.start();
    Logger logger = (Logger) LoggerFactory.getLogger(AuditRecorder.class);
    logger.addAppender(appender);
    logger.setLevel(Level.ERROR);
    try (TestServer broken =
        TestServer.on(
            clock ->
                withoutAudit(
                    SqliteJobStore.builder(directory.resolve("b.db")).clock(clock).build()))) {
      broken.put("/api/v1/queues/mail", "{}").is(201);
    } finally {
      logger.setLevel(null);
      logger.detachAppender(appender);
    }

    assertThat(appender.list)
        .singleElement()
        .satisfies(
            event ->
                assertThat(event.getFormattedMessage())
                    .startsWith("audit entry not stored")
                    .contains("queue.update", "mail", "local"));
  }

  private static JobStore withoutAudit(JobStore real) {
    AuditLog broken =
        (AuditLog)
            Proxy.newProxyInstance(
                AuditLog.class.getClassLoader(),
                new Class<?>[] {AuditLog.class},
                (proxy, method, args) -> {
                  throw new StoreException("append", false, new IllegalStateException("full"));
                });
    return (JobStore)
        Proxy.newProxyInstance(
            JobStore.class.getClassLoader(),
            new Class<?>[] {JobStore.class},
            (proxy, method, args) -> {
              if (method.getName().equals("audit")) {
                return broken;
              }
              try {
                return method.invoke(real, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
