package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.TestServer;
import io.taskforge.server.wire.RawAnswer;
import io.taskforge.server.wire.RawHttp;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DashboardTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  @TempDir static Path directory;
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.onSqlite(directory);
    server
        .post("/api/v1/keys", "{\"scope\": \"admin\", \"allTenants\": true, \"name\": \"first\"}")
        .is(201);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static HttpResponse<String> get(String path, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  private static String header(HttpResponse<String> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  static Stream<String> files() {
    return Sources.all().keySet().stream();
  }

  private static String pathOf(String file) {
    return file.equals("index.html") ? "/" : "/dashboard/" + file;
  }

  @ParameterizedTest
  @MethodSource("files")
  void every_file_is_served_unchanged_and_without_a_key(String file) throws Exception {
    HttpResponse<String> response = get(pathOf(file));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEqualTo(Sources.text(file));
    assertThat(header(response, "Content-Type").replace(" ", ""))
        .isEqualTo(typeOf(file) + ";charset=utf-8");
    assertThat(header(response, "X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(header(response, "Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(header(response, "Cache-Control")).isEqualTo("no-cache");
    assertThat(header(response, "ETag")).matches("W/\"[0-9a-f]{32}\"");
  }

  private static String typeOf(String file) {
    return switch (file.substring(file.lastIndexOf('.') + 1)) {
      case "html" -> "text/html";
      case "js" -> "text/javascript";
      case "css" -> "text/css";
      default -> "image/svg+xml";
    };
  }

  @ParameterizedTest
  @MethodSource("files")
  void scripts_and_styles_can_be_loaded_only_from_the_server(String file) throws Exception {
    String policy = header(get(pathOf(file)), "Content-Security-Policy");

    assertThat(Arrays.stream(policy.split(";", -1)).map(String::strip))
        .containsExactlyInAnyOrder(
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "connect-src 'self'",
            "img-src 'self' data:",
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'");
  }

  @Test
  void a_file_in_the_browsers_cache_is_sent_again_only_after_a_change() throws Exception {
    String tag = header(get("/dashboard/app.js"), "ETag");

    HttpResponse<String> same = get("/dashboard/app.js", "If-None-Match", "\"other\", " + tag);
    assertThat(same.statusCode()).isEqualTo(304);
    assertThat(same.body()).isEmpty();
    assertThat(header(same, "ETag")).isEqualTo(tag);
    assertThat(header(same, "Content-Security-Policy")).contains("default-src 'none'");

    assertThat(get("/dashboard/app.js", "If-None-Match", "W/\"0\"").statusCode()).isEqualTo(200);
    assertThat(header(get("/dashboard/api.js"), "ETag")).isNotEqualTo(tag);
  }

  @Test
  void data_needs_a_key_and_pages_do_not() throws Exception {
    assertThat(get("/").statusCode()).isEqualTo(200);
    assertThat(get("/api/v1/stats").statusCode()).isEqualTo(401);
    assertThat(get("/", "Authorization", "Bearer nonsense").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/dashboard",
        "/dashboard/",
        "/dashboard/index.html",
        "/dashboard/nothing.js",
        "/dashboard/APP.JS",
        "/dashboard/app.js.map",
        "/dashboard/Dashboard.class",
        "/dashboard/../dashboard/app.js",
        "/dashboard/pages/../app.js",
        "/dashboard/../../../../../logback.xml",
        "/dashboard/..%2f..%2fversion.properties",
        "/dashboard/%2e%2e/%2e%2e/version.properties",
        "/dashboard/pages%2fjob.js",
        "/dashboard/pages\\job.js",
        "/dashboard//app.js",
        "//dashboard/app.js",
        "/dashboard/app.js;x=y",
        "/dashboard/app.js%00.css",
        "/dashboard/./app.js",
        "/logback.xml"
      })
  void no_other_path_serves_a_file(String path) {
    RawAnswer answer = RawHttp.to(server.url()).ask("GET", path);

    assertThat(answer.status()).isIn(400, 404);
    assertThat(answer.body()).doesNotContain("import", "version=", "<configuration");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE"})
  void pages_allow_only_reading(String method) {
    assertThat(RawHttp.to(server.url()).ask(method, "/").status()).isEqualTo(405);
    assertThat(RawHttp.to(server.url()).ask(method, "/dashboard/app.js").status()).isEqualTo(405);
  }

  @Test
  void a_foreign_host_name_is_rejected_to_prevent_dns_rebinding() {
    RawAnswer answer =
        RawHttp.to(server.url())
            .send("GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");

    assertThat(answer.status()).isEqualTo(421);
  }
}
