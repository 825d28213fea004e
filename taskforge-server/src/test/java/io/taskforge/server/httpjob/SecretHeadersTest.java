package io.taskforge.server.httpjob;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
import io.taskforge.server.outbound.HttpCall;
import io.taskforge.server.outbound.TargetUrl;
import io.taskforge.server.secret.EncryptionKeys;
import java.time.Duration;
import java.util.Base64;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretHeadersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Authorization",
        "AUTHORIZATION",
        "Proxy-Authorization",
        "Cookie",
        "X-Api-Key",
        "x_api_key",
        "ApiKey",
        "X-Auth-Token",
        "X-Csrf-Token",
        "Client-Secret",
        "X-Password",
        "Ocp-Apim-Subscription-Key",
        "X-Amz-Security-Token",
        "X-Session-Id",
        "PHPSESSIONID",
        "X-JWT-Assertion",
        "X-Bearer",
        "X-Pwd",
        "Db-Passwd",
        "X-Pass",
        "userPass",
        "X-Hub-Signature-256",
        "X-Hmac-Sha256",
        "X-Key-Id",
        "x_key_2",
        "apiKeyValue",
        "X-Pin",
        "X-OTP",
        "X-Totp-Code",
        "X-Sid",
        "connect.sid",
        "X-Access-Code",
        "X-Passcode",
        "X-Csrf",
        "X-XSRF"
      })
  void these_headers_are_secret(String name) {
    assertThat(SecretHeaders.isSecret(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Accept",
        "Content-Type",
        "User-Agent",
        "X-Request-Id",
        "X-Trace",
        "Date",
        "X-Passenger",
        "Bypass-Cache",
        "X-Keyboard",
        "Keep-Alive",
        "X-Shipping",
        "X-Hotplug",
        "X-Side",
        "X-Country-Code",
        ""
      })
  void other_headers_are_not_secret(String name) {
    assertThat(SecretHeaders.isSecret(name)).isFalse();
  }

  private static String masked(String json) {
    return SecretHeaders.masked(HttpJobHandler.TYPE, json.replace('\'', '"')).replace('"', '\'');
  }

  @Test
  void secrets_are_masked_and_the_rest_is_unchanged() {
    assertThat(masked("{'url':'http://a/','headers':{'authorization':'s','A':'b'},'body':1.50}"))
        .isEqualTo("{'url':'http://a/','headers':{'authorization':'***','A':'b'},'body':1.50}");
    assertThat(masked("{'url':'http://ann:s@a/?q=1@2'}"))
        .isEqualTo("{'url':'http://***@a/?q=1@2'}");
    assertThat(masked("{'headers':['Cookie: s']}")).isEqualTo("{'headers':'***'}");
    assertThat(masked("{'headers':{'Cookie':['s']}}")).isEqualTo("{'headers':{'Cookie':'***'}}");
    assertThat(masked("{'headers':{'Cookie':'s'},'headers':{}}")).isEqualTo("'***'");
    assertThat(masked("{ 'headers': {'A': 'b'} }")).isEqualTo("{ 'headers': {'A': 'b'} }");
    assertThat(masked("[1]")).isEqualTo("[1]");
  }

  @Test
  void payloads_of_other_job_types_are_not_masked() {
    String json = "{\"headers\":{\"Cookie\":\"s\"}}";

    assertThat(SecretHeaders.masked(new JobTypeName("mail"), json)).isEqualTo(json);
  }

  @Test
  void objects_that_hold_a_secret_do_not_print_it() {
    String json = "{\"url\": \"http://a.test/\", \"headers\": {\"Cookie\": \"hunter2\"}}";
    HttpJobPayload payload = HttpJobPayload.read(Json.read(json));
    HttpCall call =
        new HttpCall(
            TenantId.DEFAULT,
            TargetUrl.parse("http://a.test/"),
            "GET",
            payload.headers(),
            SecretHeaders.values(payload.headers()),
            null,
            Duration.ZERO);

    assertThat(payload + " " + call).doesNotContain("hunter2").contains("Cookie");
  }

  @Test
  void only_secret_headers_are_encrypted_and_can_be_decrypted() {
    EncryptedHeaders sealed =
        new EncryptedHeaders(
            EncryptionKeys.of(Base64.getEncoder().encodeToString(new byte[32]), "")
                .box(new SplittableRandom(1)));
    String json =
        "{\"url\":\"http://a/\",\"headers\":{\"Cookie\":\"hunter2\",\"A\":\"b\"},\"body\":1.50}";

    Payload stored = sealed.sealed(new Payload(json));

    assertThat(stored.json())
        .contains("\"Cookie\":\"enc:v1:", "\"A\":\"b\"", "1.50")
        .doesNotContain("hunter2");
    assertThat(Json.write(sealed.opened(Json.read(stored.json())))).isEqualTo(json);
    assertThat(sealed.opened(Json.read(json))).isEqualTo(Json.read(json));
  }
}
