package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.TestServer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Static checks of the dashboard's sources. */
class DashboardSourcesTest {
  private static final int MAX_LINES = 250;
  private static final Pattern IMPORT = Pattern.compile("from \"([^\"]+)\"");
  private static final Pattern ROUTE =
      Pattern.compile("\"?([a-z.-]+)\"?: \"(GET|POST|PUT|DELETE) (/[^\"]+)\"");
  private static final Pattern CALL = Pattern.compile("\\b(?:call|request)\\(\\s*\"([^\"]+)\"");
  private static final Pattern FILTERS =
      Pattern.compile("filters\\(\\[\"[a-z-]+\"], page\\.query, \\[(.*?)]\\),\n", Pattern.DOTALL);
  private static final Pattern FIELD = Pattern.compile("\\{\\s*name: \"(\\w+)\"");

  /** Code that could turn data into markup or code. */
  private static final Pattern DANGEROUS =
      Pattern.compile(
          "innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|document\\.write"
              + "|DOMParser|setHTML|srcdoc|\\beval\\(|new Function|Function\\(|javascript:"
              + "|set(Timeout|Interval)\\(\\s*[\"'`]|setAttribute\\(\\s*[\"'](style|on)"
              + "|document\\.cookie|postMessage|importScripts|https?://(?!www\\.w3)");

  @TempDir static Path directory;
  private static TestServer server;
  private static JsonNode paths;

  @BeforeAll
  static void start() {
    server = TestServer.onSqlite(directory);
    paths = server.get("/openapi.json").is(200).json().path("paths");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<String> files() {
    return Sources.all().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("files")
  void no_file_turns_data_into_markup_or_code(String file) {
    Matcher found = DANGEROUS.matcher(Sources.text(file));

    assertThat(found.find() ? found.group() : "").isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "element.innerHTML = text",
        "eval(text)",
        "new Function(text)",
        "setTimeout('x()', 1)",
        "element.setAttribute(\"style\", text)",
        "document.cookie = key",
        "import x from \"https://cdn.example/x.js\""
      })
  void dangerous_code_is_detected(String line) {
    assertThat(DANGEROUS.matcher(line).find()).isTrue();
  }

  /** The key must not outlive its tab, so only preferences may be stored. */
  @Test
  void only_preferences_are_kept_in_the_browser() {
    Sources.scripts()
        .forEach(
            (file, text) ->
                assertThat(text.contains("localStorage"))
                    .as(file)
                    .isEqualTo(file.equals("prefs.js")));
    assertThat(Sources.text("prefs.js")).doesNotContain("import", "key.js", "sessionStorage");
  }

  @Test
  void the_page_has_no_inline_scripts_or_styles() {
    String page = Sources.text("index.html");

    assertThat(page).doesNotContain("<style", "style=").doesNotContainPattern("\\son\\w+=");
    Matcher scripts = Pattern.compile("<script[^>]*>(.*?)</script>").matcher(page);
    assertThat(scripts.find()).isTrue();
    assertThat(scripts.group()).contains("src=\"dashboard/");
    assertThat(scripts.group(1)).isEmpty();
    assertThat(scripts.find()).isFalse();
  }

  @Test
  void linked_files_and_imported_modules_exist_and_all_files_are_used() {
    Map<String, String> all = Sources.all();
    Matcher links =
        Pattern.compile("(?:src|href)=\"dashboard/([^\"]+)\"").matcher(Sources.text("index.html"));
    Set<String> used = new TreeSet<>();
    Deque<String> next = new ArrayDeque<>();
    while (links.find()) {
      next.add(links.group(1));
    }
    while (!next.isEmpty()) {
      String file = next.remove();
      assertThat(all).containsKey(file);
      if (used.add(file) && file.endsWith(".js")) {
        Matcher imports = IMPORT.matcher(Sources.text(file));
        while (imports.find()) {
          next.add(Path.of(file).resolveSibling(imports.group(1)).normalize().toString());
        }
      }
    }
    used.add("index.html");
    assertThat(used).containsExactlyInAnyOrderElementsOf(all.keySet());
  }

  @Test
  void every_request_uses_a_route_of_the_api() {
    Map<String, String> routes = routes();
    Set<String> asked = new HashSet<>();
    Sources.scripts()
        .forEach(
            (file, text) -> {
              Matcher calls = CALL.matcher(text);
              while (calls.find()) {
                asked.add(calls.group(1));
              }
            });

    assertThat(asked).containsExactlyInAnyOrderElementsOf(routes.keySet());
    List<String> unknown = new ArrayList<>();
    routes.forEach(
        (name, route) -> {
          String[] parts = route.split(" ", 2);
          if (paths.path(parts[1]).path(parts[0].toLowerCase(Locale.ROOT)).isMissingNode()) {
            unknown.add(name + ": " + route);
          }
        });
    assertThat(unknown).isEmpty();
  }

  private static Map<String, String> routes() {
    Map<String, String> routes = new TreeMap<>();
    Matcher lines = ROUTE.matcher(Sources.text("api.js"));
    while (lines.find()) {
      routes.put(lines.group(1), lines.group(2) + " " + lines.group(3));
    }
    assertThat(routes).hasSizeGreaterThan(30);
    return routes;
  }

  @Test
  void api_paths_are_defined_in_one_file() {
    Sources.scripts()
        .forEach(
            (file, text) -> {
              if (!file.equals("api.js")) {
                assertThat(text).as(file).doesNotContain("/api/").doesNotContain("fetch(");
              }
            });
  }

  @ParameterizedTest
  @CsvSource({
    "jobs, /api/v1/jobs",
    "dead-letters, /api/v1/dead-letters",
    "failure-groups, /api/v1/failure-groups",
    "schedules, /api/v1/schedules",
    "webhooks, /api/v1/webhooks",
    "alerts, /api/v1/alerts",
    "audit, /api/v1/audit"
  })
  void every_filter_is_a_parameter_of_the_api(String page, String path) {
    Set<String> known = new HashSet<>();
    paths
        .path(path)
        .path("get")
        .path("parameters")
        .forEach(p -> known.add(p.path("name").asString()));
    Matcher form = FILTERS.matcher(Sources.text("pages/" + page + ".js"));

    assertThat(form.find()).isTrue();
    Matcher fields = FIELD.matcher(form.group(1));
    List<String> names = new ArrayList<>();
    while (fields.find()) {
      names.add(fields.group(1));
    }
    assertThat(names).isNotEmpty();
    assertThat(known).containsAll(names);
  }

  @ParameterizedTest
  @MethodSource("files")
  void no_file_is_long(String file) {
    assertThat(Sources.text(file).lines().count()).isLessThanOrEqualTo(MAX_LINES);
  }
}
