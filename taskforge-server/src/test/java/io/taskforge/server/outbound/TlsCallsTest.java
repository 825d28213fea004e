package io.taskforge.server.outbound;

import static io.taskforge.server.outbound.Calls.PLENTY;
import static io.taskforge.server.outbound.Calls.failsSoon;
import static io.taskforge.server.outbound.Calls.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.failure.Errors;
import io.taskforge.job.TenantId;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.BrokenFraming;
import io.taskforge.server.endpoint.Certificates;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Certificate checks of outbound calls. Every host of these tests resolves to 127.0.0.1. */
@Tag("jdk")
class TlsCallsTest {
  private static Certificates certificates;

  @BeforeAll
  static void makeCertificates(@TempDir Path directory) throws Exception {
    certificates = Certificates.make(directory);
  }

  @Test
  void a_valid_certificate_for_the_host_is_trusted() throws Exception {
    try (var endpoint = endpoint("good");
        HttpCaller caller = new HttpCaller(Calls.loopback().trust(certificates.trust()))) {
      String url = "https://good.test:" + endpoint.port() + "/";

      assertThat(caller.call(get(url, PLENTY)).status()).isEqualTo(200);
      assertThat(endpoint.received().get(0).headers())
          .containsEntry("host", "good.test:" + endpoint.port());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "expired, good.test",
    "selfsigned, good.test",
    "good, wrong.test",
    "good, sub.good.test",
    "good, 127.0.0.1"
  })
  void an_expired_self_signed_or_mismatched_certificate_is_rejected(String alias, String host)
      throws Exception {
    try (var endpoint = endpoint(alias);
        HttpCaller caller = new HttpCaller(Calls.loopback().trust(certificates.trust()))) {
      failsSoon(
          caller, get("https://" + host + ":" + endpoint.port() + "/", PLENTY), Errors.TLS_ERROR);
      assertThat(endpoint.received()).isEmpty();
    }
  }

  @Test
  void an_unknown_certificate_authority_is_not_trusted() throws Exception {
    try (var endpoint = endpoint("good");
        HttpCaller caller = new HttpCaller(Calls.loopback())) {
      failsSoon(
          caller, get("https://good.test:" + endpoint.port() + "/", PLENTY), Errors.TLS_ERROR);
    }
  }

  @ParameterizedTest
  @EnumSource
  void bytes_after_the_end_of_a_response_are_a_failure(BrokenFraming framing) throws Exception {
    try (var endpoint = MisbehavingEndpoint.startTls(certificates.identity("good"), framing);
        HttpCaller caller = new HttpCaller(Calls.loopback().trust(certificates.trust()))) {
      TargetUrl url = TargetUrl.parse("https://good.test:" + endpoint.port() + "/");
      HttpCall call =
          new HttpCall(TenantId.DEFAULT, url, framing.method(), Map.of(), List.of(), null, PLENTY);

      failsSoon(caller, call, Errors.BROKEN_RESPONSE);
    }
  }

  private static MisbehavingEndpoint endpoint(String alias) throws Exception {
    return MisbehavingEndpoint.startTls(certificates.identity(alias), Behaviour.status(200, "ok"));
  }
}
