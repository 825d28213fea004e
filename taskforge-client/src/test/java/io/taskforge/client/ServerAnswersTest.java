package io.taskforge.client;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.taskforge.JobType;
import io.taskforge.client.RemoteWorkerBuilder.Config;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.loop.Turn;
import io.taskforge.failure.FailureClassifier;
import io.taskforge.job.PayloadCodec;
import io.taskforge.job.WorkerId;
import io.taskforge.json.strict.Json;
import io.taskforge.store.Heartbeat;
import io.taskforge.trace.JobTracing;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a worker's loops do with answers that are late, foreign, or of a later version. */
class ServerAnswersTest {
  private static final Duration LEASE = ofSeconds(30);
  private static final Duration LONGEST_BACKOFF = ofSeconds(2);

  private final List<String> called = new CopyOnWriteArrayList<>();
  private final List<String> modes = new ArrayList<>();
  private HttpServer http;
  private volatile int status = 200;
  private volatile String body = "<html>please log in</html>";
  private Turn claims;
  private Turn leases;
  private Turn results;

  @BeforeEach
  void serve() throws IOException {
    http = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    http.createContext(
        "/",
        exchange -> {
          called.add(exchange.getRequestURI().getPath());
          exchange.getRequestBody().readAllBytes();
          byte[] answer = body.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().set("Retry-After", "7");
          exchange.sendResponseHeaders(status, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    http.start();

    EngineEnvironment environment = EngineEnvironment.production();
    HttpApi api = HttpApi.of("http://127.0.0.1:" + http.getAddress().getPort(), null);
    Config config =
        new Config(
            api,
            PayloadCodec.jackson(),
            JobTracing.NONE,
            Map.of(),
            environment,
            FailureClassifier.standard(),
            new WorkerId("w"),
            List.of("default"),
            null,
            "1",
            2,
            LEASE,
            ofMillis(20),
            ofSeconds(1));
    Attempts attempts = new Attempts(2);
    Attempt attempt = new Attempt(Json.object().put("token", "t"), api, environment.ticker());
    attempts.add(attempt);
    claims = new ClaimJobs(config, attempts, started -> {}, modes::add);
    leases = new ExtendLeases(config, attempts, modes::add);
    ReportResults reports = new ReportResults(config, attempts);
    reports.add(attempt, ResultJson.released(attempt));
    results = reports;
  }

  @AfterEach
  void stop() {
    http.stop(0);
  }

  @Test
  void a_page_of_a_proxy_is_a_failed_call_that_is_repeated_with_backoff() {
    for (Turn turn : List.of(claims, leases, results)) {
      assertThat(turn.turn()).isPositive().isLessThanOrEqualTo(LONGEST_BACKOFF);
    }
    assertThat(called).hasSize(3);
  }

  @Test
  void json_of_something_else_is_a_failed_call() {
    body = "{}";

    assertThat(results.turn()).isPositive().isLessThanOrEqualTo(LONGEST_BACKOFF);
    TaskForgeClient client =
        TaskForgeClient.of("http://127.0.0.1:" + http.getAddress().getPort(), null);
    assertThatThrownBy(() -> client.enqueue(JobType.of("mail", String.class), "ann@example.org"))
        .isInstanceOfSatisfying(ApiException.class, e -> assertThat(e.isTransient()).isTrue())
        .hasMessageContaining("check for a proxy");
  }

  @Test
  void claims_and_results_wait_for_the_retry_after_even_if_they_are_woken() {
    status = 503;

    for (Turn turn : List.of(claims, results)) {
      assertThat(turn.turn()).isEqualTo(ofSeconds(7));
      assertThat(turn.turn()).isPositive().isLessThanOrEqualTo(ofSeconds(7));
    }
    assertThat(called).containsExactly("/api/v1/claims", "/api/v1/leases/results");
  }

  @Test
  void a_heartbeat_waits_for_the_retry_after_but_no_longer_than_its_interval() {
    status = 429;

    assertThat(leases.turn()).isEqualTo(ofSeconds(7)).isLessThan(Heartbeat.interval(LEASE));
  }

  @Test
  void a_mode_of_a_later_version_is_no_error() {
    body = "{\"items\": [{\"outcome\": \"EXTENDED\", \"mode\": \"SLOW\"}], \"mode\": \"SLOW\"}";

    assertThat(leases.turn()).isEqualTo(Heartbeat.interval(LEASE));
    body = "{\"items\": [], \"mode\": \"SLOW\"}";
    assertThat(claims.turn()).isEqualTo(ofMillis(20));
    assertThat(modes).containsExactly("SLOW", "SLOW");
  }
}
