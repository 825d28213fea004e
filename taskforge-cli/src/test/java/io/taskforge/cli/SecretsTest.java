package io.taskforge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import io.taskforge.server.api.Answer;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.config.Settings;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** A job's secret reaches the endpoint and is shown nowhere else. */
@Timeout(120)
class SecretsTest {
  private static final String SECRET = "s3cr3t-MARK-0451-never-shown";
  // Neither a part of a truncated secret nor its encrypted form may be shown.
  private static final String PART = SECRET.substring(0, 8);
  private static final String SEALED = "enc:v1:";
  private static final String KEY = key(1);
  private static final String HEADERS =
      "{\"Authorization\": \"Bearer %1$s\", \"X-Api-Key\": \"%1$s\", \"Cookie\": \"id=%1$s\","
              .formatted(SECRET)
          + " \"X-Plain\": \"visible\"}";

  @TempDir Path directory;
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger("io.taskforge");
  private TestServer server;

  private static String key(int filling) {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) filling);
    return Base64.getEncoder().encodeToString(bytes);
  }

  @BeforeEach
  void start() {
    log.start();
    logger.addAppender(log);
    logger.setLevel(Level.TRACE);
    server = open(Map.of("encryptionKey", KEY));
  }

  private TestServer open(Map<String, String> settings) {
    return TestServer.onSqlite(directory, new Settings().file(settings));
  }

  @AfterEach
  void stop() {
    server.close();
    logger.setLevel(null);
    logger.detachAppender(log);
  }

  private String enqueue(String url) {
    return server
        .post(
            "/api/v1/jobs",
            """
            {"type": "http", "queue": "calls", "retryPolicy": "once",
             "payload": {"url": "%s", "headers": %s, "timeout": "300ms"}}
            """
                .formatted(url, HEADERS))
        .is(201)
        .at("/id");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_secret_is_never_shown_whatever_the_endpoint_does(boolean encrypted) throws Exception {
    if (!encrypted) {
      server.close();
      server = open(Map.of());
    }
    server.put(
        "/api/v1/queues/calls", "{\"retryPolicy\": \"once\", \"deadLetterQueue\": \"dead\"}");
    Map<String, Behaviour> behaviours = new LinkedHashMap<>();
    behaviours.put("SUCCEEDED", Behaviour.status(200, "you sent Bearer " + SECRET));
    behaviours.put("long answer", Behaviour.status(200, "x".repeat(1010) + SECRET));
    behaviours.put("failure", Behaviour.status(500, "{\"token\": \"" + SECRET + "\"}"));
    behaviours.put(
        "redirect", Behaviour.status(302, "", "Location: http://127.0.0.1/?token=" + SECRET));
    behaviours.put("garbage", Behaviour.raw(SECRET + " is no HTTP\r\n\r\n"));
    behaviours.put(
        "bad chunk",
        Behaviour.raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + SECRET + "\r\n"));
    behaviours.put("reset", Behaviour.reset());
    behaviours.put("hang", Behaviour.hang());
    List<String> said = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    for (Map.Entry<String, Behaviour> behaviour : behaviours.entrySet()) {
      try (MisbehavingEndpoint endpoint = MisbehavingEndpoint.start(behaviour.getValue())) {
        ids.add(enqueue(endpoint.url("/")));
        CompletableFuture<Void> running = CompletableFuture.runAsync(server::runDue);
        endpoint.awaitRequest();
        said.add(threads());
        running.get();
        assertThat(endpoint.received().get(0).headers())
            .as(behaviour.getKey())
            .containsEntry("authorization", "Bearer " + SECRET)
            .containsEntry("x-api-key", SECRET)
            .containsEntry("cookie", "id=" + SECRET);
      }
    }
    server
        .put(
            "/api/v1/schedules/tick",
            """
            {"cron": "0 8 * * *", "job": {"type": "http", "payload": {"url": "http://127.0.0.1:1/",
             "headers": %s}}}
            """
                .formatted(HEADERS))
        .is(201);
    said.add(server.post("/api/v1/schedules/tick/trigger").is(201).text());
    said.addAll(everythingThatShows(ids));

    assertThat(String.join("\n", said)).doesNotContain(PART, SEALED).contains("visible", "***");
    assertThat(logged()).contains(ids.get(2)).doesNotContain(PART, SEALED);
    assertThat(events(ids.get(ids.size() - 1))).doesNotContain(PART, SEALED);
    if (encrypted) {
      assertThat(stored()).contains(SEALED).doesNotContain(PART);
    }
  }

  private List<String> everythingThatShows(List<String> ids) {
    List<String> said = new ArrayList<>();
    for (String path :
        List.of(
            "/api/v1/jobs",
            "/api/v1/dead-letters",
            "/api/v1/schedules",
            "/api/v1/schedules/tick",
            "/api/v1/failure-groups",
            "/api/v1/queues",
            "/api/v1/stats",
            "/api/v1/audit",
            "/metrics")) {
      said.add(server.get(path).is(200).text());
    }
    for (String id : ids) {
      said.add(server.get("/api/v1/jobs/" + id).is(200).text());
      said.add(server.get("/api/v1/jobs/" + id + "/history").is(200).text());
      said.add(server.get("/api/v1/jobs/" + id + "/history", "Accept", "text/plain").text());
      said.add(cli("jobs", "show", id));
    }
    said.add(
        server.post("/api/v1/claims", "{\"worker\": \"w\", \"types\": [\"http\"]}").is(200).text());
    said.add(cli("jobs", "list", "--json"));
    said.add(cli("dlq", "list", "--json"));
    said.add(cli("dlq", "groups"));
    said.add(cli("schedules", "show", "tick"));
    said.add(cli("audit"));
    return said;
  }

  private String cli(String... command) {
    List<String> args = new ArrayList<>(List.of(command));
    args.addAll(List.of("--server", server.url()));
    CliRun run = CliRun.of(args.toArray(String[]::new));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out() + run.err();
  }

  private static String threads() {
    return Arrays.toString(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true));
  }

  private String logged() {
    StringBuilder text = new StringBuilder();
    for (ILoggingEvent event : List.copyOf(log.list)) {
      text.append(event.getFormattedMessage()).append(event.getMDCPropertyMap());
      if (event.getThrowableProxy() != null) {
        text.append(ThrowableProxyUtil.asString(event.getThrowableProxy()));
      }
    }
    return text.toString();
  }

  /** Reads the event stream from its beginning until the last job has ended. */
  private String events(String lastJob) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/events"))
            .header("Accept", "text/event-stream")
            .header("Last-Event-ID", "1")
            .build();
    StringBuilder text = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                HttpClient.newHttpClient().send(request, BodyHandlers.ofInputStream()).body(),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        text.append(line).append('\n');
        if (line.contains(lastJob) && line.contains("DEAD")) {
          return text.toString();
        }
      }
    }
    throw new IllegalStateException("the stream ended too soon: " + text);
  }

  /** Returns all bytes of the store's files. */
  private String stored() {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(SecretsTest::bytes).reduce("", String::concat);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String bytes(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void without_an_encryption_key_a_secret_is_stored_as_given_but_masked() throws IOException {
    server.close();
    server = open(Map.of());
    try (MisbehavingEndpoint endpoint = MisbehavingEndpoint.start(Behaviour.status(200, "ok"))) {
      String id = enqueue(endpoint.url("/"));
      server.runDue();

      assertThat(server.get("/api/v1/jobs/" + id).text())
          .doesNotContain(SECRET)
          .contains("\"Authorization\":\"***\"", "\"X-Plain\":\"visible\"");
      assertThat(endpoint.received().get(0).headers()).containsEntry("x-api-key", SECRET);
    }
    assertThat(stored()).as("the search itself finds something").contains(SECRET);
  }

  @Test
  void every_way_to_store_a_call_encrypts_its_secrets() {
    String call = "{\"url\": \"http://127.0.0.1/\", \"headers\": %s}".formatted(HEADERS);
    String job = "{\"type\": \"http\", \"delay\": \"1h\", \"payload\": %s}".formatted(call);
    server.post("/api/v1/jobs", job).is(201);
    server.post("/api/v1/jobs/batch", "{\"jobs\": [%s, %s]}".formatted(job, job)).is(201);
    String brief = "{\"api\": \"http://127.0.0.1/\", \"headers\": %s%s}";
    server.post("/api/v1/calls", brief.formatted(HEADERS, "")).is(201);
    server.post("/api/v1/calls", brief.formatted(HEADERS, ", \"schedule\": \"0 8 * * *\"")).is(201);
    String plan =
        "{\"cron\": \"0 8 * * *\", \"job\": {\"type\": \"http\", \"payload\": %s}}".formatted(call);
    server.post("/api/v1/schedules", plan).is(201);
    server.put("/api/v1/schedules/s", plan).is(201);
    server.put("/api/v1/schedules/s", plan).is(200);

    assertThat(stored()).contains("enc:v1:").doesNotContain(SECRET);
  }

  @Test
  void old_secrets_are_readable_after_key_rotation_and_a_lost_key_is_a_permanent_failure()
      throws IOException {
    try (MisbehavingEndpoint endpoint = MisbehavingEndpoint.start(Behaviour.status(200, "ok"))) {
      String first = enqueue(endpoint.url("/"));
      String second = enqueue(endpoint.url("/"));
      server.post("/api/v1/jobs/" + second + "/reschedule", "{\"delay\": \"1h\"}").is(200);
      server.close();
      server = open(Map.of("encryptionKey", key(2), "encryptionOldKeys", KEY));
      server.runDue();
      assertThat(server.get("/api/v1/jobs/" + first).at("/state")).isEqualTo("SUCCEEDED");
      assertThat(endpoint.received()).hasSize(1);

      server.close();
      server = open(Map.of("encryptionKey", key(2)));
      server.advance(Duration.ofHours(2));

      Answer lost = server.get("/api/v1/jobs/" + second).is(200);
      assertThat(lost.at("/state")).isEqualTo("FAILED");
      assertThat(lost.at("/lastError/type")).isEqualTo("secret_unreadable");
      assertThat(lost.at("/lastError/message"))
          .startsWith("header Authorization can't be decrypted: the secret is encrypted with key ")
          .doesNotContain(SECRET, "enc:v1:");
      assertThat(endpoint.received()).hasSize(1);
    }
  }

  @Test
  void masks_and_encrypted_values_are_rejected_as_secrets() {
    String plan =
        """
        {"cron": "0 8 * * *", "job": {"type": "http", "payload": {"url": "http://127.0.0.1/",
         "headers": {"Authorization": "%s"}}}}
        """;
    server.put("/api/v1/schedules/s", plan.formatted("Bearer " + SECRET)).is(201);

    Answer masked = server.put("/api/v1/schedules/s", plan.formatted("***")).is(400);
    assertThat(masked.text()).contains("headers.Authorization", "send the secret itself");
    server.put("/api/v1/schedules/s", plan.formatted("enc:v1:00000000:AAAA")).is(400);
    server
        .post(
            "/api/v1/calls",
            "{\"api\": \"http://127.0.0.1/\", \"headers\": {\"X-Token\": \"***\"}}")
        .is(400);
  }
}
