package io.taskforge.server.alert;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.taskforge.server.api.EventStream;
import io.taskforge.server.api.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** Alerts reach the log, the event stream and the API exactly once, also across restarts. */
@Timeout(60)
class AlertFlowTest {
  private static final Duration LOOK = AlertWatch.INTERVAL;
  private static final Logger LOGGER = (Logger) LoggerFactory.getLogger(AlertSink.class);

  @TempDir Path directory;
  private TestServer server;
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeEach
  void start() {
    server = TestServer.onSqlite(directory);
    log.start();
    LOGGER.addAppender(log);
    LOGGER.setAdditive(false);
    LOGGER.setLevel(Level.INFO);
  }

  @AfterEach
  void stop() {
    LOGGER.detachAppender(log);
    LOGGER.setAdditive(true);
    LOGGER.setLevel(null);
    server.close();
  }

  private List<String> logged(Level level) {
    return log.list.stream()
        .filter(event -> event.getLevel().equals(level))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }

  private String letDie() {
    server.put(
        "/api/v1/queues/mail", "{\"retryPolicy\": \"once\", \"deadLetterQueue\": \"mail.dead\"}");
    String id =
        server.post("/api/v1/jobs", "{\"type\": \"work\", \"queue\": \"mail\"}").is(201).at("/id");
    end("fail", "{\"errorType\": \"timeout\"}");
    server.runDue();
    return id;
  }

  private void end(String how, String body) {
    String token =
        server
            .post(
                "/api/v1/claims",
                "{\"worker\": \"w\", \"types\": [\"work\"], \"queues\": [\"mail\"]}")
            .is(200)
            .at("/items/0/token");
    server.post("/api/v1/leases/" + token + "/" + how, body).is(200);
  }

  private void watch(TestServer by, int looks) {
    for (int i = 0; i < looks; i++) {
      by.advance(LOOK);
    }
  }

  private int open() {
    return server.get("/api/v1/alerts?state=open").is(200).json().at("/items").size();
  }

  @Test
  void each_alert_is_logged_and_streamed_once() {
    String id = letDie();
    try (EventStream events = new EventStream(server)) {
      watch(server, 20);
      assertThat(log.list).isEmpty();

      watch(server, 21);
      assertThat(logged(Level.WARN)).hasSize(1);
      assertThat(logged(Level.WARN).get(0))
          .contains("raised (dead-letters, WARNING): 1 dead letter in queue mail.dead for 5m15s");
      assertThat(server.get("/metrics").text())
          .contains("taskforge_alerts_open{rule=\"dead-letters\"} 1.0")
          .contains("taskforge_alerts_open{rule=\"no-worker\"} 0.0")
          .contains("taskforge_tenant_alerts_open{tenant=\"default\"} 1.0")
          .contains("taskforge_alerts_held_back 0.0");

      server.post("/api/v1/redrives", "{\"ids\": [\"%s\"]}".formatted(id)).is(202);
      server.runDue();
      end("complete", "{}");
      watch(server, 20);
      assertThat(logged(Level.INFO)).hasSize(1);
      assertThat(logged(Level.INFO).get(0))
          .contains("(dead-letters in mail.dead of tenant default)");
      assertThat(log.list)
          .allSatisfy(
              event ->
                  assertThat(event.getKeyValuePairs())
                      .anyMatch(pair -> pair.toString().equals("tenantId=\"default\"")));
      assertThat(logged(Level.WARN)).hasSize(1);

      JsonNode raised = events.next("alert");
      JsonNode resolved = events.next("alert");
      assertThat(raised.path("change").stringValue()).isEqualTo("raised");
      assertThat(raised.path("queue").stringValue()).isEqualTo("mail.dead");
      assertThat(resolved.path("change").stringValue()).isEqualTo("resolved");
      assertThat(resolved.path("id")).isEqualTo(raised.path("id"));
    }
  }

  @Test
  void operators_receive_all_alerts_and_tenants_only_their_own() {
    letDie();
    String admin = key("{\"scope\": \"admin\", \"allTenants\": true}");
    String owner = key("{\"scope\": \"write\", \"tenant\": \"default\"}", bearer(admin));
    String tenant = key("{\"scope\": \"write\", \"tenant\": \"acme\"}", bearer(admin));
    try (EventStream operator = new EventStream(server, bearer(admin));
        EventStream own = new EventStream(server, bearer(owner));
        EventStream listener = new EventStream(server, bearer(tenant))) {
      watch(server, 21);
      JsonNode alert = operator.next("alert");
      assertThat(alert.path("rule").stringValue()).isEqualTo("dead-letters");
      assertThat(own.next("alert")).isEqualTo(alert);
      String job =
          server.post("/api/v1/jobs", "{\"type\": \"work\"}", bearer(tenant)).is(201).at("/id");
      server.post("/api/v1/jobs/" + job + "/cancel", "{}", bearer(tenant)).is(200);

      assertThat(listener.nextName()).isEqualTo("job");
      assertThat(server.get("/api/v1/alerts", bearer(tenant)).is(200).at("/items")).isEqualTo("[]");
    }
  }

  private String key(String body, String... headers) {
    return server.post("/api/v1/keys", body, headers).is(201).at("/key");
  }

  private static String[] bearer(String key) {
    return new String[] {"Authorization", "Bearer " + key};
  }

  @Test
  void two_servers_on_one_store_report_an_alert_once() {
    letDie();
    try (TestServer other = TestServer.beside(server)) {
      for (int i = 0; i < 60; i++) {
        server.clock().advance(LOOK);
        other.runDue();
        server.runDue();
      }

      assertThat(logged(Level.WARN)).hasSize(1);
      assertThat(open()).isEqualTo(1);
      assertThat(server.get("/metrics").text())
          .contains("taskforge_alerts_open{rule=\"dead-letters\"} 1.0");
      assertThat(other.get("/metrics").text())
          .contains("taskforge_alerts_open{rule=\"dead-letters\"} 1.0");
    }
  }

  @Test
  void hold_time_and_raised_alerts_survive_a_restart() {
    letDie();
    watch(server, 10);
    restart();
    watch(server, 10);
    assertThat(log.list).isEmpty();
    watch(server, 1);
    assertThat(logged(Level.WARN)).hasSize(1);

    restart();
    watch(server, 20);

    assertThat(logged(Level.WARN)).hasSize(1);
    assertThat(logged(Level.INFO)).isEmpty();
    assertThat(open()).isEqualTo(1);
  }

  private void restart() {
    server.close();
    server = TestServer.onSqlite(directory, server.clock());
  }
}
