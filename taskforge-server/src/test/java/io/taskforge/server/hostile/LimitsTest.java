package io.taskforge.server.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.Answer;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.wire.RawAnswer;
import io.taskforge.server.wire.RawHttp;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests at a limit are accepted, those just above it are rejected. */
class LimitsTest {
  private static final String JOBS = "/api/v1/jobs";
  private static final int MEBIBYTE = 1024 * 1024;

  @TempDir Path directory;
  private TestServer server;
  private RawHttp http;

  @BeforeEach
  void start() {
    server = TestServer.onSqlite(directory);
    http = RawHttp.to(server.url());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static String padded(int length) {
    String job = "{\"type\": \"mail\"}";
    return job + " ".repeat(length - job.length());
  }

  @Test
  void a_body_has_at_most_1_mebibyte() {
    server.post(JOBS, padded(MEBIBYTE)).is(201);
    // The declared length is enough for the rejection: the body need not be sent.
    String head =
        http.head(
            "POST",
            JOBS,
            "Content-Type: application/json\r\nContent-Length: " + (MEBIBYTE + 1) + "\r\n");
    assertThat(http.send(head + "\r\n").status()).isEqualTo(413);
  }

  @Test
  void a_chunked_body_has_at_most_1_mebibyte() {
    assertThat(chunked(MEBIBYTE).status()).isEqualTo(201);
    assertThat(chunked(MEBIBYTE + 1).status()).isEqualTo(413);
  }

  private RawAnswer chunked(int length) {
    String head =
        http.head("POST", JOBS, "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n");
    return http.send("%s\r\n%x\r\n%s\r\n0\r\n\r\n".formatted(head, length, padded(length)));
  }

  @Test
  void a_payload_has_at_most_256_kibibytes() {
    int most = 256 * 1024;
    server.post(JOBS, job("\"" + "x".repeat(most - 2) + "\"")).is(201);
    Answer refused = server.post(JOBS, job("\"" + "x".repeat(most - 1) + "\"")).is(400);

    assertThat(refused.at("/faults/0/key")).isEqualTo("payload");
  }

  @Test
  void json_is_nested_at_most_100_deep() {
    // The body is one level.
    server.post(JOBS, job("[".repeat(99) + "]".repeat(99))).is(201);
    server.post(JOBS, job("[".repeat(100) + "]".repeat(100))).is(400);
  }

  @Test
  void numbers_are_stored_exactly() {
    Answer made =
        server.post(JOBS, job("[123456789012345678901234567890, 1.10, 1e400000]")).is(201);

    assertThat(made.text()).contains("[123456789012345678901234567890,1.10,1E+400000]");
  }

  private static String job(String payload) {
    return "{\"type\": \"mail\", \"payload\": " + payload + "}";
  }

  @Test
  void headers_have_at_most_16_kibibytes() {
    assertThat(withHeader(15_000).status()).isEqualTo(200);
    assertThat(withHeader(17_000).status()).isEqualTo(431);
  }

  private RawAnswer withHeader(int length) {
    return http.send(http.head("GET", JOBS, "X-Long: " + "y".repeat(length) + "\r\n") + "\r\n");
  }

  @Test
  void a_url_has_at_most_16_kibibytes() {
    RawAnswer refused = http.ask("GET", "/" + "x".repeat(17_000));

    assertThat(refused.status()).isEqualTo(414);
    assertThat(refused.header("Content-Type")).startsWith("application/problem+json");
  }

  @Test
  void a_page_has_at_most_1000_items() {
    server.get(JOBS + "?limit=1000").is(200);
    server.get(JOBS + "?limit=1001").is(400);
    server.get(JOBS + "?limit=0").is(400);
  }

  @Test
  void pipelined_requests_are_each_answered() {
    String first = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    RawAnswer answers = http.sendAndReadAll(first + first + http.head("GET", JOBS, "") + "\r\n");

    assertThat(answers.text().split("HTTP/1.1 200", -1)).hasSize(4);
  }

  @Test
  void http_1_0_is_answered() {
    assertThat(http.send("GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n").status())
        .isEqualTo(200);
  }
}
