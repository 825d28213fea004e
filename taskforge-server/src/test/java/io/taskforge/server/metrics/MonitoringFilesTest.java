package io.taskforge.server.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.taskforge.json.strict.Json;
import io.taskforge.server.Repository;
import io.taskforge.server.alert.AlertRule;
import io.taskforge.server.alert.AlertRules;
import io.taskforge.server.api.TestServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The Prometheus rules and the Grafana dashboard use metrics that exist. */
class MonitoringFilesTest {
  private static final Pattern METRIC = Pattern.compile("\\btaskforge_[a-z_]+");
  private static final Path DIRECTORY = Repository.root().resolve("docs/monitoring");
  private static final Path RULES = DIRECTORY.resolve("prometheus-rules.yml");
  private static final String RULE_TEXT = Repository.text(RULES);
  private static final String DASHBOARD =
      Repository.text(DIRECTORY.resolve("grafana-dashboard.json"));

  @TempDir Path directory;

  /** The names of all samples that a server exposes after jobs have succeeded and failed. */
  private Set<String> shown() {
    TestServer before = TestServer.onSqlite(directory);
    before.post("/api/v1/jobs", "{\"type\": \"work\"}").is(201); // registers its queue
    before.close();
    before.clock().advance(Duration.ofSeconds(1));
    try (TestServer server = TestServer.onSqlite(directory, before.clock())) {
      server.post("/api/v1/jobs", http(server.url() + "/healthz")).is(201);
      server.post("/api/v1/jobs", http("http://127.0.0.1:1/")).is(201);
      for (int i = 0; i < 3; i++) {
        server.advance(Duration.ofSeconds(15));
      }
      return names(server.get("/metrics").is(200).text());
    }
  }

  private static String http(String url) {
    return """
        {"type": "http", "payload": {"url": "%s"},
         "retryPolicy": {"maxRetries": 1, "backoff": {"strategy": "fixed", "delay": "1s"}}}
        """
        .formatted(url);
  }

  private static Set<String> names(String exposition) {
    return exposition
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("[{ ]", 2)[0])
        .collect(Collectors.toSet());
  }

  private static Set<String> asked(String text) {
    return METRIC
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void rules_and_dashboard_query_existing_metrics() {
    Set<String> shown = shown();

    assertThat(asked(RULE_TEXT)).hasSizeGreaterThan(5);
    assertThat(shown).containsAll(asked(RULE_TEXT)).containsAll(asked(DASHBOARD));
  }

  @Test
  void a_server_has_histograms_of_its_jobs_and_figures_of_the_jvm() {
    String guide = Repository.text(Repository.root().resolve("docs/monitoring/README.md"));

    assertThat(shown())
        .contains("taskforge_wait_seconds_bucket", "taskforge_run_seconds_bucket")
        .doesNotContain("taskforge_retry_latency_seconds_bucket")
        .containsAll(groups("(?m)^\\| `((?:jvm|process|system)_[a-z_]+)", guide));
  }

  @Test
  void every_alert_rule_is_included_with_its_severity_and_runbook() {
    for (AlertRule rule : AlertRules.all()) {
      assertThat(RULE_TEXT)
          .contains(
              "severity: %s\n          rule: %s\n        annotations:\n          runbook: %s\n"
                  .formatted(
                      rule.severity().name().toLowerCase(Locale.ROOT),
                      rule.name(),
                      "docs/guides/runbook.md#when-an-alert-fires"));
    }
  }

  @Test
  void the_runbook_and_prometheus_have_exactly_the_built_in_alert_rules() {
    List<String> rules = AlertRules.all().stream().map(AlertRule::name).toList();
    String runbook = Repository.text(Repository.root().resolve("docs/guides/runbook.md"));

    assertThat(runbook).contains("## When an alert fires\n");
    assertThat(groups("(?m)^\\| `([a-z-]+)` \\|", runbook))
        .containsExactlyInAnyOrderElementsOf(rules);
    assertThat(groups("\n          rule: (.*)", RULE_TEXT))
        .containsExactlyInAnyOrderElementsOf(rules);
  }

  private static List<String> groups(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(each -> each.group(1)).toList();
  }

  @Test
  void the_dashboard_is_json_and_every_panel_has_a_query() {
    JsonNode dashboard = Json.read(DASHBOARD);
    List<String> titles = new ArrayList<>();
    for (JsonNode panel : dashboard.path("panels")) {
      titles.add(panel.path("title").stringValue());
      assertThat(panel.path("targets").size()).as(panel.toString()).isPositive();
      for (JsonNode target : panel.path("targets")) {
        assertThat(asked(target.path("expr").stringValue())).as(target.toString()).isNotEmpty();
      }
    }

    assertThat(titles).doesNotHaveDuplicates().hasSizeGreaterThan(7);
    assertThat(asked(DASHBOARD))
        .contains(
            "taskforge_queue_depth",
            "taskforge_retries_total",
            "taskforge_retry_exhausted_total",
            "taskforge_dead_letters",
            "taskforge_retry_latency_seconds_sum",
            "taskforge_run_seconds_sum",
            "taskforge_alerts_open");
  }

  @Test
  void promtool_accepts_the_rules() throws IOException, InterruptedException {
    Process promtool;
    try {
      promtool =
          new ProcessBuilder("promtool", "check", "rules", RULES.toString())
              .redirectErrorStream(true)
              .start();
    } catch (IOException e) {
      assumeTrue(false, "there is no promtool here");
      return;
    }
    String said = new String(promtool.getInputStream().readAllBytes(), UTF_8);

    assertThat(promtool.waitFor()).as(said).isZero();
  }
}
