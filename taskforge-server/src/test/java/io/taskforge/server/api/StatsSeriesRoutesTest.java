package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Time series, and that a tenant's key reads its own figures only. */
class StatsSeriesRoutesTest extends RoutesTest {
  private static final String SERIES = "/api/v1/stats/series";
  private static final String PERIOD = "?from=2030-01-01T00:00:00Z&to=2030-01-01T04:00:00Z";

  /** Runs a job to its end: SUCCEEDED or FAILED. */
  private void ran(String tenant, String queue, boolean succeeds) {
    server
        .post(
            "/api/v1/jobs",
            "{\"type\": \"work\", \"tenant\": \"%s\", \"queue\": \"%s\"}".formatted(tenant, queue))
        .is(201);
    String token =
        server
            .post(
                "/api/v1/claims",
                "{\"worker\": \"w\", \"types\": [\"work\"], \"queues\": [\"%s\"]}".formatted(queue))
            .is(200)
            .at("/items/0/token");
    if (succeeds) {
      server.post("/api/v1/leases/" + token + "/complete", "{}").is(200);
    } else {
      server
          .post(
              "/api/v1/leases/" + token + "/fail",
              "{\"errorType\": \"ValidationError\", \"message\": \"no\"}")
          .is(200);
    }
  }

  private String[] key(String who, String... admin) {
    String body = "{\"scope\": \"admin\", %s}".formatted(who);
    String key = server.post("/api/v1/keys", body, admin).is(201).at("/key");
    return new String[] {"Authorization", "Bearer " + key};
  }

  @Test
  void a_series_counts_jobs_by_the_hour() {
    ran("acme", "mail", true);
    server.clock().advance(Duration.ofHours(2));
    ran("acme", "mail", false);
    ran("bolt", "other", true);

    Answer series = server.get(SERIES + PERIOD).is(200);

    assertThat(series.json().at("/points")).hasSize(4);
    assertThat(series.at("/points/0/start")).isEqualTo("2030-01-01T00:00:00Z");
    assertThat(series.at("/points/0/succeeded")).isEqualTo("1");
    assertThat(series.at("/points/1/started")).isEqualTo("0");
    assertThat(series.at("/points/2/succeeded")).isEqualTo("1");
    assertThat(series.at("/points/2/failed")).isEqualTo("1");
    assertThat(series.at("/points/2/failuresByKind/PERMANENT")).isEqualTo("1");
    assertThat(series.at("/runTimes/count")).isEqualTo("3");
    assertThat(series.at("/step")).isEqualTo("1h");
    Answer mail = server.get(SERIES + PERIOD + "&step=2h&queue=mail&type=work").is(200);
    assertThat(mail.json().at("/points")).hasSize(2);
    assertThat(mail.at("/points/1/started")).isEqualTo("1");
    assertThat(mail.at("/queue")).isEqualTo("mail");
  }

  @Test
  void a_tenants_key_reads_its_own_figures() {
    ran("acme", "mail", true);
    ran("bolt", "mail", true);
    ran("bolt", "other", false);
    String[] admin = key("\"allTenants\": true");
    String[] acme = key("\"tenant\": \"acme\"", admin);

    Answer series = server.get(SERIES + PERIOD, acme).is(200);
    assertThat(series.at("/points/0/started")).isEqualTo("1");
    assertThat(series.at("/tenant")).isEqualTo("acme");
    assertThat(server.get("/api/v1/stats", acme).is(200).at("/jobs/SUCCEEDED")).isEqualTo("1");
    assertThat(server.get("/api/v1/queues", acme).is(200).at("/items")).isEqualTo("[]");
    server.get("/api/v1/queues/mail", acme).is(200);
    server.get("/api/v1/queues/other", acme).is(404);
    server.get("/api/v1/queues/mail/retry-metrics", acme).is(200);
    server.get("/api/v1/queues/other/retry-metrics", acme).is(404);
    assertThat(server.get("/api/v1/stats?tenant=bolt", admin).is(200).at("/jobs/FAILED"))
        .isEqualTo("1");
  }

  @ParameterizedTest
  @CsvSource({
    "step=90m, must be whole hours",
    "step=30m, must be from 1h to 366d",
    "from=2028-01-01T00:00:00Z, 'must be longer: the period would have 17544 points, at most 1000"
        + " are allowed'"
  })
  void an_invalid_step_is_rejected(String query, String rule) {
    assertThat(server.get(SERIES + "?" + query).is(400).text()).contains(rule);
  }
}
