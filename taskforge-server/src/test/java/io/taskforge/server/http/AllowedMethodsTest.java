package io.taskforge.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.dashboard.Dashboard;
import io.taskforge.server.wire.RawAnswer;
import io.taskforge.server.wire.RawHttp;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every route of the table with every method: HEAD is GET without a body, others are 405. */
class AllowedMethodsTest {
  private static final String JOBS = "/api/v1/jobs";
  // Values that change between requests.
  private static final Set<String> CHANGING = Set.of("date", "content-length");

  @TempDir Path directory;
  private TestServer server;
  private RawHttp http;
  private String job = "";
  private String key = "";

  @BeforeEach
  void start() {
    server = TestServer.onSqlite(directory);
    http = RawHttp.to(server.url());
    job = server.post(JOBS, "{\"type\": \"mail\"}").is(201).at("/id");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void requireKeys() {
    key =
        server
            .post("/api/v1/keys", "{\"scope\": \"admin\", \"allTenants\": true}")
            .is(201)
            .at("/key");
  }

  private List<Route> routes() {
    return Stream.concat(server.routes().stream(), Dashboard.routes().stream()).toList();
  }

  private String path(Route route) {
    return route.path().replace("{id}", job).replaceAll("\\{[^}]*}", "default");
  }

  private RawAnswer ask(String method, String path, String... headers) {
    String lines = Stream.of(headers).map(each -> each + "\r\n").collect(Collectors.joining());
    return http.send(http.head(method, path, lines) + "\r\n");
  }

  private static List<String> headers(RawAnswer answer) {
    return answer
        .text()
        .substring(0, answer.text().indexOf("\r\n\r\n"))
        .lines()
        .skip(1)
        .filter(line -> !CHANGING.contains(line.split(":", 2)[0].toLowerCase(Locale.ROOT)))
        .sorted()
        .toList();
  }

  private List<String> differencesOfHead(String path, String... headers) {
    RawAnswer get = ask("GET", path, headers);
    RawAnswer head = ask("HEAD", path, headers);
    List<String> wrong = new ArrayList<>();
    if (head.hung() || !head.body().isEmpty()) {
      wrong.add(path + ": HEAD was answered with a body: " + head.text());
    }
    if (head.status() != get.status() || !headers(head).equals(headers(get))) {
      wrong.add(path + ": HEAD " + head.text() + " differs from GET " + get.text());
    }
    boolean constant = !path.equals("/metrics"); // which counts requests
    if (constant && !head.header("Content-Length").equals(get.header("Content-Length"))) {
      wrong.add(path + ": HEAD has another Content-Length");
    }
    return wrong;
  }

  @Test
  void head_is_get_without_a_body_on_every_route() {
    List<String> wrong = new ArrayList<>();
    List<Route> gets = routes().stream().filter(each -> each.method().equals("GET")).toList();

    gets.forEach(route -> wrong.addAll(differencesOfHead(path(route))));
    gets.forEach(route -> wrong.addAll(differencesOfHead(path(route), "If-None-Match: \"x\"")));
    wrong.addAll(differencesOfHead("/nowhere"));
    wrong.addAll(differencesOfHead(JOBS + "?limit=0"));
    wrong.addAll(differencesOfHead(JOBS + "/nonsense"));

    assertThat(wrong).isEmpty();
    assertThat(gets).hasSizeGreaterThan(60);
  }

  @Test
  void head_needs_the_key_that_get_needs() {
    requireKeys();
    List<String> wrong = new ArrayList<>();
    for (Route route : routes()) {
      if (route.method().equals("GET")) {
        wrong.addAll(differencesOfHead(path(route)));
        wrong.addAll(differencesOfHead(path(route), "Authorization: Bearer " + key));
      }
    }

    assertThat(wrong).isEmpty();
    assertThat(ask("HEAD", JOBS).status()).isEqualTo(401);
    assertThat(ask("HEAD", JOBS, "Authorization: Bearer " + key).status()).isEqualTo(200);
  }

  @Test
  void head_on_the_event_stream_opens_no_stream() {
    // More than the limit of streams.
    for (int i = 0; i < 150; i++) {
      RawAnswer answer = ask("HEAD", "/api/v1/events");
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("Content-Type")).startsWith("text/event-stream");
      assertThat(answer.body()).isEmpty();
    }
  }

  @Test
  void other_methods_get_a_405_with_the_supported_ones() {
    requireKeys(); // 405 needs no key: it says nothing that the OpenAPI document does not
    List<String> wrong = new ArrayList<>();
    for (Route route : routes()) {
      Set<String> supported = supported(path(route));
      Stream.of("OPTIONS", "TRACE", "FOO", "PROPFIND", "PATCH", "get", "QUERY", "BEFORE")
          .forEach(
              method -> {
                RawAnswer answer = ask(method, path(route));
                if (answer.status() != 405
                    || !Set.of(answer.header("Allow").split(", ", -1)).equals(supported)
                    || !answer.header("Content-Type").equals("application/problem+json")) {
                  wrong.add(method + " " + path(route) + ": " + answer.text());
                }
              });
    }

    assertThat(wrong).isEmpty();
    assertThat(ask("FOO", JOBS).header("Allow")).isEqualTo("GET, HEAD, POST");
    assertThat(Json.read(ask("FOO", JOBS).body()).path("detail").stringValue())
        .isEqualTo("/api/v1/jobs does not support FOO; allowed: GET, HEAD, POST");
  }

  private Set<String> supported(String path) {
    return routes().stream()
        .filter(each -> path.matches(each.path().replaceAll("\\{[^}]*}", "[^/]+")))
        .flatMap(
            each ->
                each.method().equals("GET") ? Stream.of("GET", "HEAD") : Stream.of(each.method()))
        .collect(Collectors.toSet());
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "POST", "OPTIONS", "FOO", "BEFORE", "AFTER"})
  void unknown_paths_are_404_whatever_the_method(String method) {
    requireKeys();

    assertThat(ask(method, "/nowhere").status()).isEqualTo(404);
    assertThat(ask(method, "/nowhere").header("Allow")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BEFORE",
        "BEFORE_MATCHED",
        "AFTER",
        "AFTER_MATCHED",
        "WEBSOCKET_BEFORE_UPGRADE",
        "INVALID"
      })
  void names_that_the_framework_uses_are_unknown_methods(String method) {
    assertThat(ask(method, JOBS).status()).isEqualTo(405);
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"})
  void no_header_replaces_the_method(String header) {
    for (String method : List.of("BEFORE", "DELETE", "POST", "HEAD", "nonsense")) {
      RawAnswer answer = ask("GET", JOBS, header + ": " + method);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).contains(job);
    }
    requireKeys();
    assertThat(ask("GET", JOBS, header + ": BEFORE").status()).isEqualTo(401);
  }
}
