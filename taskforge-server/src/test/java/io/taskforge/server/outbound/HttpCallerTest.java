package io.taskforge.server.outbound;

import static io.taskforge.server.outbound.Calls.PLENTY;
import static io.taskforge.server.outbound.Calls.failsSoon;
import static io.taskforge.server.outbound.Calls.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.Errors;
import io.taskforge.job.TenantId;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import io.taskforge.server.endpoint.Received;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpCallerTest {
  private final HttpCaller caller = new HttpCaller(Calls.loopback());

  @AfterEach
  void close() {
    caller.close();
  }

  @Test
  void a_response_has_status_excerpt_and_duration() throws Exception {
    try (var endpoint =
        MisbehavingEndpoint.start(Behaviour.status(201, "made", "Retry-After: 7"))) {
      CallResponse answer = caller.call(get(endpoint.url("/things?a=b"), PLENTY));

      assertThat(answer.status()).isEqualTo(201);
      assertThat(answer.isSuccess()).isTrue();
      assertThat(answer.excerpt()).isEqualTo("made");
      assertThat(answer.retryAfter()).contains("7");
      assertThat(answer.bytes()).isEqualTo(4);
      assertThat(answer.truncated()).isFalse();
      assertThat(answer.duration()).isPositive().isLessThan(PLENTY);
    }
  }

  @Test
  void a_request_is_sent_as_given_with_few_added_headers() throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.status(204, ""))) {
      Map<String, String> headers = new LinkedHashMap<>();
      headers.put("X-One", "1");
      headers.put("Content-Type", "text/plain; charset=UTF-8");
      String url = "http://svc.test:" + endpoint.port() + "//a/../b?filter[x]=%20&c";
      var call =
          new HttpCall(
              TenantId.DEFAULT, TargetUrl.parse(url), "PURGE", headers, List.of(), "grüße", PLENTY);

      assertThat(caller.call(call).status()).isEqualTo(204);

      Received request = endpoint.received().get(0);
      assertThat(request.requestLine()).isEqualTo("PURGE //a/../b?filter[x]=%20&c HTTP/1.1");
      assertThat(request.body()).isEqualTo("grüße");
      assertThat(request.headers())
          .containsEntry("host", "svc.test:" + endpoint.port())
          .containsEntry("x-one", "1")
          .containsEntry("content-length", "7")
          .containsOnlyKeys("host", "x-one", "content-type", "content-length", "connection");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://my_service.test:%d/", "http://a.b:%d/", "http://[::ffff:127.0.0.1]:%d/"})
  void unusual_but_valid_hosts_are_called(String url) throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.status(200, "ok"))) {
      assertThat(caller.call(get(url.formatted(endpoint.port()), PLENTY)).status()).isEqualTo(200);
    }
  }

  @Test
  void an_ipv6_address_is_called_and_sent_in_brackets() throws Exception {
    int port;
    try (ServerSocket server =
        new ServerSocket(0, 1, IpAddress.parse("::1").orElseThrow().toInetAddress())) {
      port = server.getLocalPort();
    }

    assertThat(
            failsSoon(caller, get("http://[::1]:" + port + "/", PLENTY), Errors.CONNECTION_REFUSED))
        .hasMessageContaining("[::1]:" + port);
  }

  @Test
  void cookies_are_not_kept() throws Exception {
    try (var endpoint =
        MisbehavingEndpoint.start(Behaviour.status(200, "", "Set-Cookie: a=b; Path=/"))) {
      caller.call(get(endpoint.url("/"), PLENTY));
      caller.call(get(endpoint.url("/"), PLENTY));

      assertThat(endpoint.received().get(1).headers()).doesNotContainKey("cookie");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 407, 408, 425, 429, 500, 503})
  void a_failed_call_is_not_retried(int status) throws Exception {
    try (var endpoint =
        MisbehavingEndpoint.start(
            Behaviour.status(status, "no", "WWW-Authenticate: Basic realm=x", "Retry-After: 0"))) {
      assertThat(caller.call(get(endpoint.url("/"), PLENTY)).status()).isEqualTo(status);
      assertThat(endpoint.received()).hasSize(1);
    }
  }

  @Test
  void a_refused_connection_has_its_own_type() throws Exception {
    int port;
    try (ServerSocket server = new ServerSocket(0)) {
      port = server.getLocalPort();
    }

    assertThat(
            failsSoon(
                caller, get("http://svc.test:" + port + "/", PLENTY), Errors.CONNECTION_REFUSED))
        .hasMessageContaining("svc.test:" + port);
  }

  @Test
  void an_unknown_name_has_its_own_type() {
    try (HttpCaller lost =
        new HttpCaller(
            Calls.loopback()
                .resolver(
                    host -> {
                      throw new UnknownHostException(host);
                    }))) {
      failsSoon(lost, get("http://nowhere.test/", PLENTY), Errors.UNKNOWN_HOST);
    }
    try (HttpCaller empty = new HttpCaller(Calls.loopback().resolver(host -> List.of()))) {
      failsSoon(empty, get("http://nowhere.test/", PLENTY), Errors.UNKNOWN_HOST);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "220 mail.example ESMTP\r\n",
        "HTTP/1.1 two hundred OK\r\n\r\n",
        "HTTP/9.9 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon here\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: minus\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n"
      })
  void garbage_is_a_malformed_response(String garbage) throws IOException {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.raw(garbage))) {
      failsSoon(caller, get(endpoint.url("/"), PLENTY), Errors.MALFORMED_RESPONSE);
    }
  }

  @Test
  void endless_headers_are_a_malformed_response() throws IOException {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.endlessHeaders())) {
      failsSoon(caller, get(endpoint.url("/"), PLENTY), Errors.MALFORMED_RESPONSE);
    }
    try (var endpoint =
        MisbehavingEndpoint.start(Behaviour.status(200, "", "X: " + "y".repeat(100_000)))) {
      failsSoon(caller, get(endpoint.url("/"), PLENTY), Errors.MALFORMED_RESPONSE);
    }
  }

  @Test
  void a_broken_connection_is_a_connection_error() throws IOException {
    for (Behaviour breaks :
        List.of(
            Behaviour.reset(),
            Behaviour.raw(""),
            Behaviour.raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"))) {
      try (var endpoint = MisbehavingEndpoint.start(breaks)) {
        failsSoon(caller, get(endpoint.url("/"), PLENTY), Errors.CONNECTION_ERROR);
      }
    }
  }

  @Test
  void an_excerpt_is_printable_and_never_cuts_a_character() throws Exception {
    String body = "a\u0000b\u001b[31m\u202e" + "é".repeat(2_000);
    try (var endpoint =
        MisbehavingEndpoint.start(
            Behaviour.raw("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + body))) {
      CallResponse answer = caller.call(get(endpoint.url("/"), PLENTY));

      assertThat(answer.excerpt()).startsWith("a\uFFFDb\uFFFD[31m\uFFFDéé").endsWith("é");
      assertThat(answer.excerpt().length()).isBetween(500, 530);
      assertThat(answer.truncated()).isFalse();
    }
  }

  @Test
  void a_long_secret_is_masked_even_where_the_text_around_it_is_truncated() throws Exception {
    String secret = "s3cr3t-" + "0123456789".repeat(200);
    try (var endpoint =
        MisbehavingEndpoint.start(
            Behaviour.script(
                Behaviour.status(302, "x".repeat(500) + secret, "Location: /?token=" + secret),
                Behaviour.raw("HTTP/1.1 200 OK\r\nContent-Length: " + secret + "\r\n\r\n")))) {
      TargetUrl url = TargetUrl.parse(endpoint.url("/"));
      HttpCall call =
          new HttpCall(
              TenantId.DEFAULT, url, "GET", Map.of(), List.of("Bearer " + secret), null, PLENTY);

      CallResponse answer = caller.call(call);
      assertThat(answer.location()).contains("/?token=***");
      assertThat(answer.excerpt()).isEqualTo("x".repeat(500) + "***");
      assertThat(failsSoon(caller, call, Errors.MALFORMED_RESPONSE))
          .hasMessageEndingWith(": ***")
          .hasNoCause();
    }
  }
}
