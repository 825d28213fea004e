package io.taskforge.server.outbound;

import static io.taskforge.server.outbound.Calls.PLENTY;
import static io.taskforge.server.outbound.Calls.failsSoon;
import static io.taskforge.server.outbound.Calls.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.Errors;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SSRF protection at connect time: addresses are checked again on every call. */
class SsrfAtConnectTest {
  private static final CallerConfig PUBLIC =
      CallerConfig.of(SsrfPolicy.publicOnly(), System::nanoTime);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "10.0.0.1",
        "100.64.0.1",
        "169.254.169.254",
        "198.18.0.1",
        "240.0.0.1",
        "::1",
        "::",
        "fe80::1",
        "fd00:ec2::254",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2001:0:7f00:1::"
      })
  void a_name_that_resolves_to_an_internal_address_is_not_called(String address) throws Exception {
    try (HttpCaller caller = new HttpCaller(PUBLIC.resolver(host -> addresses(address)))) {
      assertThat(failsSoon(caller, get("http://outside.example/", PLENTY), Errors.TARGET_BLOCKED))
          .hasMessageStartingWith("outside.example may not be called: ");
    }
  }

  @Test
  void one_internal_address_among_several_blocks_the_call() {
    List<String> tried = new ArrayList<>();
    try (HttpCaller caller =
        new HttpCaller(
            PUBLIC.resolver(
                host -> {
                  tried.add(host);
                  return addresses("93.184.216.34", "2606:4700::1111", "127.0.0.1");
                }))) {
      failsSoon(caller, get("http://outside.example/", PLENTY), Errors.TARGET_BLOCKED);
      assertThat(tried).containsExactly("outside.example");
    }
  }

  @Test
  void an_address_literal_is_refused_without_a_lookup() {
    try (HttpCaller caller =
        new HttpCaller(
            PUBLIC.resolver(
                host -> {
                  throw new AssertionError("must not be resolved: " + host);
                }))) {
      failsSoon(caller, get("http://127.0.0.1/", PLENTY), Errors.TARGET_BLOCKED);
      failsSoon(caller, get("http://[::ffff:10.0.0.1]/", PLENTY), Errors.TARGET_BLOCKED);
      failsSoon(caller, get("http://localhost/", PLENTY), Errors.TARGET_BLOCKED);
    }
  }

  @Test
  void each_call_resolves_once_and_checks_the_addresses_to_prevent_dns_rebinding()
      throws Exception {
    Iterator<String> answers = Stream.of("127.0.0.1", "169.254.169.254", "127.0.0.1").iterator();
    try (var endpoint =
            MisbehavingEndpoint.start(Behaviour.status(200, "ok", "Connection: close"));
        HttpCaller caller =
            new HttpCaller(Calls.loopback().resolver(host -> addresses(answers.next())))) {
      HttpCall call = get("http://rebinding.example:" + endpoint.port() + "/", PLENTY);

      assertThat(caller.call(call).status()).isEqualTo(200);
      failsSoon(caller, call, Errors.TARGET_BLOCKED);
      assertThat(caller.call(call).status()).isEqualTo(200);

      assertThat(answers.hasNext()).isFalse();
      assertThat(endpoint.received())
          .hasSize(2)
          .allSatisfy(
              request ->
                  assertThat(request.headers())
                      .containsEntry("host", "rebinding.example:" + endpoint.port()));
    }
  }

  @Test
  void the_second_address_is_tried_if_the_first_refuses_the_connection() throws Exception {
    try (var endpoint = MisbehavingEndpoint.start(Behaviour.status(200, "ok"));
        HttpCaller caller =
            new HttpCaller(
                Calls.loopback().resolver(host -> addresses("127.0.0.2", "127.0.0.1")))) {
      String url = "http://svc.test:" + endpoint.port() + "/";

      assertThat(caller.call(get(url, PLENTY)).status()).isEqualTo(200);
    }
  }

  private static List<InetAddress> addresses(String... literals) throws UnknownHostException {
    List<InetAddress> addresses = new ArrayList<>();
    for (String literal : literals) {
      addresses.add(InetAddress.getByName(literal));
    }
    return addresses;
  }
}
