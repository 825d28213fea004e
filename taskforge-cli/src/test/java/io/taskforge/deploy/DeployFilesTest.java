package io.taskforge.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.server.Repository;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.config.InvalidSettingsException;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.server.config.Settings;
import io.taskforge.text.DurationText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Settings, ports, paths and metrics in the files for deployment exist in the code. */
class DeployFilesTest {
  private static final Path DEPLOY = Repository.root().resolve("deploy");
  private static final Pattern VARIABLE = Pattern.compile("\\bTASKFORGE_[A-Z_]+(?==)");
  private static final Pattern METRIC = Pattern.compile("\\btaskforge_[a-z_]+");
  private static final Duration MARGIN = Duration.ofSeconds(2); // of a graceful shutdown
  private static final String ENCRYPTION_KEY = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

  @TempDir Path directory;

  private static String text(String name) {
    return Repository.text(DEPLOY.resolve(name));
  }

  private static List<JsonNode> documents(String name) {
    Load yaml = new Load(LoadSettings.builder().build());
    return StreamSupport.stream(yaml.loadAllFromString(text(name)).spliterator(), false)
        .map(each -> JsonMapper.shared().<JsonNode>valueToTree(each))
        .toList();
  }

  private static JsonNode one(String name, String kind) {
    return documents(name).stream()
        .filter(each -> each.path("kind").stringValue().equals(kind))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode container() {
    return pod().path("containers").get(0);
  }

  private static JsonNode pod() {
    return one("kubernetes/server.yaml", "Deployment").path("spec").path("template").path("spec");
  }

  /** Throws if a variable is unknown or its value is not allowed. */
  private static ServerOptions options(Map<String, String> environment) {
    return new Settings().environment(environment).options();
  }

  @Test
  void every_manifest_names_its_kind_and_resource() {
    List<String> kinds = new ArrayList<>();
    for (String file : List.of("kubernetes/server.yaml", "kubernetes/keda.yaml")) {
      for (JsonNode each : documents(file)) {
        assertThat(each.path("apiVersion").stringValue()).isNotEmpty();
        assertThat(each.path("metadata").path("name").stringValue()).isEqualTo("taskforge");
        kinds.add(each.path("kind").stringValue());
      }
    }
    assertThat(kinds)
        .containsExactly("Deployment", "Service", "PodDisruptionBudget", "ScaledObject");
    assertThat(one("kubernetes/keda.yaml", "ScaledObject").at("/spec/scaleTargetRef/name"))
        .isEqualTo(one("kubernetes/server.yaml", "Deployment").at("/metadata/name"));
  }

  @Test
  void the_pods_settings_are_valid_and_its_port_is_the_servers() {
    Map<String, String> environment = new HashMap<>();
    for (JsonNode variable : container().path("env")) {
      String name = variable.path("name").stringValue();
      environment.put(name, variable.path("value").asString("secret"));
    }
    environment.put("TASKFORGE_DB", "jdbc:postgresql://db/jobs");
    environment.put("TASKFORGE_ENCRYPTION_KEY", ENCRYPTION_KEY);

    ServerOptions options = options(environment);

    assertThat(options.listener().host()).isEqualTo("0.0.0.0");
    assertThat(container().at("/ports/0/containerPort").intValue())
        .isEqualTo(options.listener().port());
    assertThat(container().at("/args/0").stringValue()).isEqualTo("server");
    assertThat(one("kubernetes/server.yaml", "Service").at("/spec/ports/0/targetPort"))
        .isEqualTo(container().at("/ports/0/name"));
  }

  @Test
  void a_pod_has_the_time_to_leave_its_service_and_to_shut_down() {
    String grace = "";
    for (JsonNode variable : container().path("env")) {
      if (variable.path("name").stringValue().equals("TASKFORGE_SHUTDOWN_GRACE")) {
        grace = variable.path("value").stringValue();
      }
    }
    long sleep = container().at("/lifecycle/preStop/sleep/seconds").longValue();

    assertThat(Duration.ofSeconds(pod().path("terminationGracePeriodSeconds").longValue()))
        .isGreaterThan(DurationText.parse(grace).plus(MARGIN).plusSeconds(sleep));
  }

  @Test
  void probes_call_open_routes_and_metrics_exist() {
    try (TestServer server = TestServer.onSqlite(directory)) {
      for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
        JsonNode call = container().path(probe).path("httpGet");
        server.get(call.path("path").stringValue()).is(200);
        assertThat(call.path("port")).isEqualTo(container().at("/ports/0/name"));
      }
    }
    String known = Repository.text(Repository.root().resolve("docs/guides/operations.md"));
    String query =
        one("kubernetes/keda.yaml", "ScaledObject")
            .at("/spec/triggers/0/metadata/query")
            .stringValue();
    List<String> metrics = METRIC.matcher(query).results().map(MatchResult::group).toList();

    // PrometheusNamesTest checks that the guide's names are the exposed ones.
    assertThat(metrics).containsExactly("taskforge_queue_depth");
    assertThat(known).contains("| `taskforge_queue_depth` | gauge | queue |");
  }

  @Test
  void images_have_the_settings_of_the_server() {
    Map<String, String> docker = new HashMap<>();
    text("Dockerfile")
        .lines()
        .filter(line -> line.startsWith("ENV "))
        .flatMap(line -> List.of(line.substring(4).split(" ")).stream())
        .forEach(each -> docker.put(each.split("=")[0], each.split("=")[1]));
    ServerOptions options = options(docker);
    String pom = Repository.text(Repository.root().resolve("taskforge-cli/pom.xml"));

    assertThat(text("Dockerfile")).contains("EXPOSE " + options.listener().port() + "\n");
    assertThat(pom).contains("<port>" + options.listener().port() + "</port>");
    docker.forEach(
        (name, value) -> assertThat(pom).contains("<%1$s>%2$s</%1$s>".formatted(name, value)));
  }

  @Test
  void the_unit_has_known_settings_and_waits_for_the_graceful_shutdown() {
    String unit = text("systemd/taskforge.service");
    Map<String, String> environment = new HashMap<>();
    for (String line : text("systemd/taskforge.env").lines().toList()) {
      String[] parts = line.replaceFirst("^#(?=TASKFORGE_)", "").split("=", 2);
      if (parts.length == 2) {
        environment.put(parts[0], parts[1]);
      }
    }
    assertThat(environment).hasSizeGreaterThan(5);
    Duration grace = options(environment).worker().shutdownGrace();
    String seconds = unit.replaceFirst("(?s).*\nTimeoutStopSec=(\\d+)\n.*", "$1");

    assertThat(Duration.ofSeconds(Long.parseLong(seconds))).isGreaterThan(grace.plus(MARGIN));
    assertThat(unit)
        .contains("ExecStart=/opt/taskforge/bin/taskforge server\n")
        .contains("ExecStartPre=-/opt/taskforge/bin/warm-up --if-missing\n")
        .contains("CacheDirectory=");
    assertThat(text("warm-up")).contains("--if-missing", "CACHE_DIRECTORY");
    assertThat(text("taskforge")).contains("CACHE_DIRECTORY");
    assertThat(VARIABLE.matcher(unit).results().map(MatchResult::group))
        .containsExactly("TASKFORGE_DATA");
  }

  @Test
  void an_unknown_setting_would_be_found() {
    assertThatThrownBy(() -> options(Map.of("TASKFORGE_SHUTDOWN", "1s")))
        .isInstanceOf(InvalidSettingsException.class);
  }
}
