package io.taskforge.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.bench.chart.LineChart.Point;
import io.taskforge.json.strict.Json;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class AdapterTest {
  private static final Instant TIME = Instant.parse("2030-01-31T12:00:00Z");

  @Test
  void the_first_line_describes_the_system() {
    JsonNode line = Json.read(AdapterLines.descriptor("1.2", TIME));

    assertThat(line.get("kind").asString()).isEqualTo("descriptor");
    assertThat(line.get("system").asString()).isEqualTo("taskforge");
    assertThat(line.get("event_tables")).hasSizeGreaterThan(3);
    assertThat(line.get("extensions")).isEmpty();
    assertThat(line.get("version").asString()).isEqualTo("1.2");
    assertThat(line.get("db_name").asString()).isEqualTo("taskforge_bench");
    assertThat(line.get("started_at").asString()).isEqualTo("2030-01-31T12:00:00Z");
  }

  @Test
  void a_metric_is_one_line() {
    assertThat(AdapterLines.metric(TIME, "claim_p99_ms", 4.2, 30))
        .isEqualTo(
            """
            {"t":"2030-01-31T12:00:00Z","system":"taskforge","kind":"adapter",\
            "subject_kind":"adapter","subject":"","metric":"claim_p99_ms","value":4.2,"window_s":30}\
            """);
  }

  @Test
  void ticks_are_whole_multiples_of_the_period() {
    assertThat(AdapterLines.untilNextTick(12_300, 5)).isEqualTo(2_700);
    assertThat(AdapterLines.untilNextTick(10_000, 5)).isEqualTo(5_000);
  }

  @Test
  void settings_have_the_defaults_of_the_harness() {
    AdapterSettings settings =
        AdapterSettings.from(
            Map.of(
                "DATABASE_URL", "postgres://u:p@db:5433/x?sslmode=disable", "WORKER_COUNT", "7"));

    assertThat(settings.url())
        .isEqualTo(
            "jdbc:postgresql://db:5433/x?ApplicationName=taskforge-bench&user=u&password=p&sslmode=disable");
    assertThat(settings.workers()).isEqualTo(7);
    assertThat(settings.depth()).isZero();
    assertThat(settings.batchMax()).isEqualTo(128);
    assertThat(settings.payloadBytes()).isEqualTo(256);
    assertThat(settings.workMillis()).isEqualTo(1);
    assertThat(settings.sampleSeconds()).isEqualTo(5);
  }

  @Test
  void a_url_may_lack_a_port_and_credentials() {
    assertThat(AdapterSettings.jdbcUrl(URI.create("postgres://db/x")))
        .isEqualTo("jdbc:postgresql://db/x?ApplicationName=taskforge-bench");
  }

  @Test
  void invalid_settings_are_rejected_by_name() {
    assertThatThrownBy(() -> AdapterSettings.from(Map.of())).hasMessage("DATABASE_URL is required");
    assertThatThrownBy(
            () ->
                AdapterSettings.from(
                    Map.of("DATABASE_URL", "postgres://db/x", "SCENARIO", "chaos")))
        .hasMessage("SCENARIO: chaos is not allowed: must be long_horizon");
    assertThatThrownBy(
            () ->
                AdapterSettings.from(
                    Map.of("DATABASE_URL", "postgres://db/x", "PRODUCER_MODE", "fast")))
        .hasMessage("PRODUCER_MODE: fast is not allowed: must be fixed or depth-target");
    assertThatThrownBy(
            () ->
                AdapterSettings.from(
                    Map.of("DATABASE_URL", "postgres://db/x", "PRODUCER_RATE", "x")))
        .hasMessage("PRODUCER_RATE: x is not a number");
  }

  @Test
  void a_target_depth_replaces_the_rate() {
    AdapterSettings settings =
        AdapterSettings.from(
            Map.of(
                "DATABASE_URL", "postgres://db/x",
                "PRODUCER_MODE", "depth-target",
                "TARGET_DEPTH", "50"));

    assertThat(settings.depth()).isEqualTo(50);
  }

  @Test
  void the_median_of_an_interval_ignores_other_points() {
    List<Point> points =
        List.of(
            new Point(0, 9), new Point(1, 1), new Point(2, 3), new Point(3, 2), new Point(4, 9));

    assertThat(SoakReport.median(points, 1, 4)).isEqualTo(2);
    assertThat(SoakReport.median(points, 5, 6)).isNaN();
  }

  @Test
  void a_system_has_recovered_when_its_rate_is_stable_again() {
    List<Point> rates =
        List.of(
            new Point(2, 100),
            new Point(4, 100),
            new Point(12, 10),
            new Point(20, 99),
            new Point(22, 50),
            new Point(24, 60),
            new Point(26, 99),
            new Point(28, 99));

    assertThat(SoakReport.recovery(rates, 0, 10, 20)).hasValue(4);
    assertThat(SoakReport.recovery(rates.subList(0, 5), 0, 10, 21)).isEmpty();
  }

  @Test
  void scenarios_have_names_with_dashes() {
    assertThat(Fault.HELD_TRANSACTION.label()).isEqualTo("held-transaction");
    assertThat(Fault.OVERLOAD.extraLoad()).isEqualTo(50);
  }
}
