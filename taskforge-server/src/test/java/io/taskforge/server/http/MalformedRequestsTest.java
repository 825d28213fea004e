package io.taskforge.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.taskforge.json.strict.Json;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.wire.RawAnswer;
import io.taskforge.server.wire.RawHttp;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Malformed requests get a 4xx and are not logged. */
class MalformedRequestsTest {
  private static final String JOBS = "/api/v1/jobs";

  @TempDir Path directory;
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private TestServer server;
  private RawHttp http;

  @BeforeEach
  void start() {
    server = TestServer.onSqlite(directory);
    http = RawHttp.to(server.url());
    log.start();
    root.addAppender(log);
  }

  @AfterEach
  void stop() {
    root.detachAppender(log);
    server.close();
  }

  private RawAnswer post(String contentType, String body) {
    return http.send(
        http.head(
                "POST",
                JOBS,
                "Content-Type: %s\r\nContent-Length: %d\r\n"
                    .formatted(contentType, body.getBytes(StandardCharsets.UTF_8).length))
            + "\r\n"
            + body);
  }

  private static String detail(RawAnswer answer) {
    return Json.read(answer.body()).path("detail").stringValue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"%u0041", "%u00", "%u", "a%uD83Db", "%zz", "%", "%4", "%ff", "%c0%80"})
  void malformed_percent_encoding_in_a_path_is_400_on_every_route(String segment) {
    for (Route route : server.routes()) {
      String path = route.path().contains("{") ? route.path() : route.path() + "/{x}";
      RawAnswer answer = http.ask(route.method(), path.replaceAll("\\{[^}]*}", segment));

      assertThat(answer.status()).as(route.method() + " " + route.path()).isEqualTo(400);
      assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    }
    assertThat(log.list).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"%u0041", "%", "%zz", "%ff"})
  void malformed_percent_encoding_in_a_query_is_400(String value) {
    assertThat(http.ask("GET", JOBS + "?queue=" + value).status()).isEqualTo(400);
    assertThat(http.ask("GET", "/healthz?" + value).status()).isEqualTo(400);
    assertThat(log.list).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"nope", "utf-7", "\"\"", "!!", "utf-16", "iso-8859-1"})
  void a_charset_other_than_utf_8_is_400(String charset) {
    RawAnswer answer = post("application/json; charset=" + charset, "{\"type\": \"mail\"}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(detail(answer)).contains("charset", "must be UTF-8");
    assertThat(log.list).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"utf-8", "UTF-8", "\"Utf-8\"", "utf-8; x=y", " utf-8 "})
  void utf_8_is_accepted_however_it_is_written(String charset) {
    assertThat(post("application/json; charset=" + charset, "{\"type\": \"mail\"}").status())
        .isEqualTo(201);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e99999999999",
        "1e-99999999999",
        "1E+2147483648",
        "-1.5E1000000",
        "12345e2147483647",
        "0e99999999999"
      })
  void a_number_with_a_huge_exponent_is_400_with_its_path(String number) {
    RawAnswer payload =
        post(
            "application/json",
            "{\"type\": \"x\", \"payload\": {\"items\": [1, %s]}}".formatted(number));
    RawAnswer priority =
        post("application/json", "{\"type\": \"x\", \"priority\": %s}".formatted(number));
    RawAnswer alone = post("application/json", number);

    assertThat(payload.status()).isEqualTo(400);
    assertThat(detail(payload))
        .isEqualTo(
            "payload.items[1]: "
                + number
                + " is not allowed: must be a number with an exponent from -999999 to 999999");
    assertThat(detail(priority)).startsWith("priority: ");
    assertThat(detail(alone)).startsWith("body: ");
    assertThat(log.list).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999", "1e-999999", "1e0000000000000001", "0e0", "1.5E+10"})
  void other_exponents_are_accepted_and_can_be_read_again(String number) {
    RawAnswer made = post("application/json", "{\"type\": \"x\", \"payload\": " + number + "}");

    assertThat(made.status()).isEqualTo(201);
    assertThat(http.ask("GET", made.header("Location")).status()).isEqualTo(200);
  }

  @Test
  void without_a_key_malformed_bodies_are_401() {
    server.post("/api/v1/keys", "{\"scope\": \"admin\", \"allTenants\": true}").is(201);
    for (String type : List.of("application/json; charset=nope", "text/plain")) {
      assertThat(post(type, "{\"payload\": 1e99999999999}").status()).isEqualTo(401);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/%00", "/api/v1/jobs/%00", "/..", "/../x", "/%2e%2e/x", "nowhere"})
  void requests_that_jetty_rejects_have_problem_details(String target) {
    RawAnswer answer = http.ask("GET", target);

    assertThat(answer.status()).isIn(400, 404);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(detail(answer)).isNotEqualToIgnoringCase("Bad Request").contains(" ");
  }

  @Test
  void connect_is_rejected_with_problem_details() {
    assertThat(detail(http.ask("CONNECT", JOBS))).isNotEqualTo("Bad Request").contains("CONNECT");
  }
}
