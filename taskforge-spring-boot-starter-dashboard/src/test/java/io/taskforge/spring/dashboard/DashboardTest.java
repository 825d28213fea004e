package io.taskforge.spring.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** Dashboard and API on the port of an application with Spring Security, on PostgreSQL. */
@TestInstance(Lifecycle.PER_CLASS)
class DashboardTest {
  private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"[^>]* value=\"([^\"]+)\"");

  private EmbeddedPostgres postgres;
  private ConfigurableApplicationContext application;

  @BeforeAll
  void start() throws Exception {
    postgres = EmbeddedPostgres.builder().setServerConfig("fsync", "off").start();
    application =
        SpringApplication.run(
            SecuredApplication.class,
            "--server.port=0",
            "--server.servlet.context-path=/app",
            "--spring.datasource.url=" + postgres.getJdbcUrl("postgres", "postgres"),
            "--spring.security.user.name=ann",
            "--spring.security.user.password=secret",
            "--spring.taskforge.dashboard.path=/jobs",
            "--spring.taskforge.dashboard.allow-targets=127.0.0.0/8",
            "--spring.main.banner-mode=off");
  }

  @AfterAll
  void stop() throws Exception {
    application.close();
    postgres.close();
  }

  @Test
  void nothing_is_served_before_login() throws Exception {
    HttpClient stranger = client();

    for (String path : List.of("", "/", "/dashboard/app.js", "/api/v1/jobs", "/api/v1/events")) {
      HttpResponse<String> answer = get(stranger, path);
      assertThat(answer.statusCode()).as(path).isEqualTo(302);
      assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith("/app/login");
    }
    assertThat(post(stranger, "/api/v1/jobs", "{\"type\": \"greet\"}").statusCode()).isEqualTo(302);
  }

  @Test
  void the_dashboard_is_served_below_its_path_after_login() throws Exception {
    HttpClient ann = loggedIn();

    assertThat(get(ann, "").headers().firstValue("Location").orElseThrow()).endsWith("/app/jobs/");
    HttpResponse<String> page = get(ann, "/");
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.body()).contains("src=\"dashboard/app.js\"").doesNotContain("\"/dashboard/");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'none'; script-src 'self'")
        .contains("require-trusted-types-for 'script'");
    HttpResponse<String> script = get(ann, "/dashboard/api.js");
    assertThat(script.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("text/javascript");
    assertThat(get(ann, "/dashboard/../application.yml").statusCode()).isIn(400, 404);
    assertThat(get(ann, "/nowhere").statusCode()).isEqualTo(404);
  }

  @Test
  void the_api_runs_jobs_of_the_application_and_records_its_user() throws Exception {
    HttpClient ann = loggedIn();

    HttpResponse<String> made =
        post(ann, "/api/v1/jobs", "{\"type\": \"greet\", \"payload\": \"bob\"}");
    assertThat(made.statusCode()).isEqualTo(201);
    String id = field(made.body(), "id");
    assertThat(made.headers().firstValue("Location").orElseThrow())
        .endsWith("/app/jobs/api/v1/jobs/" + id);
    assertThat(finished(ann, id)).contains("\"SUCCEEDED\"", "hello bob");
    HttpRequest.Builder queue =
        request("/api/v1/queues/mail")
            .header("Content-Type", "application/json")
            .PUT(BodyPublishers.ofString("{\"concurrency\": 3}"));
    assertThat(send(ann, queue).statusCode()).isEqualTo(201);
    assertThat(get(ann, "/api/v1/audit").body()).contains("queue.update", "\"user:ann\"");
    assertThat(get(ann, "/api/v1/jobs/not-an-id").statusCode()).isEqualTo(404);
    assertThat(send(ann, request("/api/v1/jobs").DELETE()).statusCode()).isEqualTo(405);
    HttpResponse<String> broken = post(ann, "/api/v1/jobs", "{\"type\": 7}");
    assertThat(broken.statusCode()).isEqualTo(400);
    assertThat(broken.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/problem+json");
  }

  @Test
  void the_openapi_document_names_the_path_of_the_api() throws Exception {
    assertThat(get(loggedIn(), "/openapi.json").body()).contains("{\"url\":\"/app/jobs\"");
  }

  @Test
  void a_page_of_another_site_changes_nothing() throws Exception {
    HttpRequest.Builder foreign =
        request("/api/v1/queues/mail/pause")
            .header("Origin", "https://example.org")
            .POST(BodyPublishers.noBody());

    assertThat(send(loggedIn(), foreign).statusCode()).isEqualTo(403);
  }

  @Test
  void changes_are_streamed_until_the_client_leaves() throws Exception {
    HttpClient ann = loggedIn();

    HttpResponse<InputStream> stream =
        ann.send(
            request("/api/v1/events").header("Accept", "text/event-stream").build(),
            BodyHandlers.ofInputStream());
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8))) {
      assertThat(stream.headers().firstValue("Content-Type").orElseThrow())
          .startsWith("text/event-stream");
      String id =
          field(
              post(ann, "/api/v1/jobs", "{\"type\": \"greet\", \"payload\": \"cid\"}").body(),
              "id");
      String line = lines.readLine();
      while (line != null && !(line.startsWith("data:") && line.contains(id))) {
        line = lines.readLine();
      }
      assertThat(line).isNotNull();
    }
  }

  private String finished(HttpClient client, String id) throws Exception {
    HttpResponse<String> job = get(client, "/api/v1/jobs/" + id);
    for (int i = 0; i < 3_000 && !job.body().contains("\"finishedAt\":\""); i++) {
      job = get(client, "/api/v1/jobs/" + id);
    }
    return job.body();
  }

  private static String field(String json, String name) {
    Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]+)\"").matcher(json);
    assertThat(found.find()).as("%s in %s", name, json).isTrue();
    return found.group(1);
  }

  private static HttpClient client() {
    return HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
  }

  private HttpClient loggedIn() throws Exception {
    HttpClient client = client();
    String form =
        client.send(HttpRequest.newBuilder(uri("/login")).build(), BodyHandlers.ofString()).body();
    Matcher token = CSRF.matcher(form);
    assertThat(token.find()).as(form).isTrue();
    HttpResponse<String> answer =
        client.send(
            HttpRequest.newBuilder(uri("/login"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(
                    BodyPublishers.ofString("username=ann&password=secret&_csrf=" + token.group(1)))
                .build(),
            BodyHandlers.ofString());
    assertThat(answer.headers().firstValue("Location").orElseThrow()).doesNotContain("error");
    return client;
  }

  private HttpResponse<String> get(HttpClient client, String path) throws Exception {
    return send(client, request(path));
  }

  private HttpResponse<String> post(HttpClient client, String path, String json) throws Exception {
    HttpRequest.Builder request = request(path).POST(BodyPublishers.ofString(json));
    return send(
        client, json.isEmpty() ? request : request.header("Content-Type", "application/json"));
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest.Builder request)
      throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(uri("/jobs" + path));
  }

  private URI uri(String path) {
    return URI.create(
        "http://localhost:"
            + application.getEnvironment().getProperty("local.server.port")
            + "/app"
            + path);
  }
}
