package io.taskforge.server.outbound;

import static io.taskforge.server.outbound.Calls.PLENTY;
import static io.taskforge.server.outbound.Calls.failsSoon;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.Errors;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.job.TenantId;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.BrokenFraming;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Peers that send more than one well-framed response to a request (response splitting). */
@Tag("jdk")
class BrokenFramingTest {
  /** Calls of each kind; set {@code -Dtaskforge.test.framing.calls=1000} for a long run. */
  private static final int CALLS = Integer.getInteger("taskforge.test.framing.calls", 50);

  private static final List<TenantId> TENANTS = List.of(new TenantId("acme"), new TenantId("beta"));

  private final HttpCaller caller = new HttpCaller(Calls.loopback());

  @AfterEach
  void close() {
    caller.close();
  }

  @ParameterizedTest
  @EnumSource
  void no_response_and_no_credential_reaches_another_call(BrokenFraming framing) throws Exception {
    try (var shared =
        MisbehavingEndpoint.start(
            Behaviour.at("/broken", framing, Behaviour.echo(500, "x-call")))) {
      for (int i = 0; i < CALLS; i++) {
        for (TenantId tenant : TENANTS) {
          TenantId other = TENANTS.get(1 - TENANTS.indexOf(tenant));
          HandlerFailure failure =
              failsSoon(
                  caller,
                  call(tenant, framing.method(), shared.url("/broken"), i),
                  Errors.BROKEN_RESPONSE);
          CallResponse answer = caller.call(call(tenant, "POST", shared.url("/pay"), i));

          assertThat(answer.status()).isEqualTo(500);
          assertThat(answer.excerpt()).isEqualTo(tenant + "-" + i);
          assertThat(answer + printed(failure)).doesNotContain(credential(other), "forged");
        }
      }
      assertThat(shared.received()).hasSize(CALLS * 4);
      assertThat(shared.connections()).as("one connection for each call").isEqualTo(CALLS * 4);
    }
  }

  @ParameterizedTest
  @EnumSource
  void surplus_bytes_that_arrive_after_the_response_are_a_failure(BrokenFraming framing)
      throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(framing.inTwoWrites())) {
      assertThat(
              failsSoon(
                  caller,
                  call(TENANTS.get(0), framing.method(), endpoint.url("/"), 1),
                  Errors.BROKEN_RESPONSE))
          .hasMessageStartingWith(
              "127.0.0.1:%d sent bytes after the end of its response to %s (HTTP "
                  .formatted(endpoint.port(), framing.method()));
    }
  }

  @Test
  void a_peer_that_keeps_the_connection_open_does_not_delay_calls() throws Exception {
    Behaviour ignoresClose =
        exchange -> {
          Behaviour.status(200, "ok").answer(exchange);
          Behaviour.hang().answer(exchange);
        };
    try (var endpoint = MisbehavingEndpoint.start(ignoresClose)) {
      long start = System.nanoTime();
      for (int i = 0; i < 10; i++) {
        assertThat(caller.call(Calls.get(endpoint.url("/"), PLENTY)).excerpt()).isEqualTo("ok");
      }

      // A call that waits for the peer ends at its timeout, so ten calls take ten timeouts.
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PLENTY);
      assertThat(endpoint.received())
          .allSatisfy(
              request -> assertThat(request.headers()).containsEntry("connection", "close"));
    }
  }

  private static HttpCall call(TenantId tenant, String method, String url, int number) {
    Map<String, String> headers =
        Map.of("Authorization", credential(tenant), "X-Call", tenant + "-" + number);
    return new HttpCall(tenant, TargetUrl.parse(url), method, headers, List.of(), null, PLENTY);
  }

  private static String credential(TenantId tenant) {
    return "Bearer secret-of-" + tenant;
  }

  private static String printed(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
