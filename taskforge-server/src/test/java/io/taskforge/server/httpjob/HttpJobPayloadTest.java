package io.taskforge.server.httpjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.taskforge.json.Fault;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.server.outbound.SsrfPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HttpJobPayloadTest {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @Test
  void a_payload_with_only_a_url_is_a_get_with_a_timeout_of_30_seconds() {
    HttpJobPayload job = read("{'url': 'https://example.org/x'}");

    assertThat(job.url()).hasToString("https://example.org/x");
    assertThat(job.method()).isEqualTo("GET");
    assertThat(job.headers()).isEmpty();
    assertThat(job.body()).isNull();
    assertThat(job.timeout()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void a_string_body_is_posted_unchanged() {
    HttpJobPayload job = read("{'url': 'https://example.org/', 'body': 'hello'}");

    assertThat(job.method()).isEqualTo("POST");
    assertThat(job.body()).isEqualTo("hello");
    assertThat(job.headers()).containsEntry("Content-Type", "text/plain; charset=UTF-8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":[1,2.5,null,true]}",
        "[]",
        "17",
        "false",
        "123456789012345678901234567890",
        "0.1234567890123456789012345678901"
      })
  void any_other_body_is_posted_as_json(String body) {
    HttpJobPayload job =
        HttpJobPayload.read(
            JsonMapper.builder()
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .build()
                .readTree("{\"url\": \"https://example.org/\", \"body\": " + body + "}"));

    assertThat(job.body()).isEqualTo(body);
    assertThat(job.headers()).containsEntry("Content-Type", "application/json");
  }

  @Test
  void all_fields_can_be_set() {
    HttpJobPayload job =
        read(
            "{'url': 'http://example.org/', 'method': 'patch', 'timeout': '1500ms',"
                + " 'headers': {'content-type': 'text/csv', 'Authorization': 'Bearer x'},"
                + " 'body': 'a,b'}");

    assertThat(job.method()).isEqualTo("PATCH");
    assertThat(job.timeout()).isEqualTo(Duration.ofMillis(1500));
    assertThat(job.headers())
        .containsExactly(
            Map.entry("content-type", "text/csv"), Map.entry("Authorization", "Bearer x"));
  }

  @Test
  void null_means_the_default() {
    HttpJobPayload job =
        read(
            "{'url':'http://example.org/','method':null,'headers':null,'body':null,'timeout':null}");

    assertThat(job.method()).isEqualTo("GET");
    assertThat(job.body()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[]|payload|must be an object",
        "'x'|payload|must be an object",
        "{}|url|must be a string",
        "{'url': 7}|url|must be a string",
        "{'url': 'ftp://example.org/'}|url|http:// or https://",
        "{'url': 'http://u:p@example.org/'}|url|no user name or password",
        "{'url': 'http://example.org/', 'method': ''}|method|HTTP method",
        "{'url': 'http://example.org/', 'method': 'GET /'}|method|HTTP method",
        "{'url': 'http://example.org/', 'method': 'CONNECT'}|method|HTTP method",
        "{'url': 'http://example.org/', 'method': 'trace'}|method|HTTP method",
        "{'url': 'http://example.org/', 'method': 5}|method|HTTP method",
        "{'url': 'http://example.org/', 'headers': []}|headers|object of strings",
        "{'url': 'http://example.org/', 'headers': {'A': 1}}|headers.A|must be a string",
        "{'url': 'http://example.org/', 'headers': {'A b': ''}}|headers.A b|a name must",
        "{'url': 'http://example.org/', 'headers': {'': ''}}|headers.|a name must",
        "{'url': 'http://example.org/', 'headers': {'A': '1\\r\\nB: 2'}}|headers.A|line breaks",
        "{'url': 'http://example.org/', 'headers': {'A': 'é'}}|headers.A|plain ASCII",
        "{'url': 'http://example.org/', 'headers': {'Host': 'x'}}|headers.Host|connection",
        "{'url': 'http://example.org/', 'headers': {'content-length': '1'}}|headers.content-length|connection",
        "{'url': 'http://example.org/', 'headers': {'Transfer-Encoding': 'x'}}|headers.Transfer-Encoding|connection",
        "{'url': 'http://example.org/', 'headers': {'Idempotency-Key': 'x'}}|headers.Idempotency-Key|TaskForge",
        "{'url': 'http://example.org/', 'headers': {'a': '1', 'A': '2'}}|headers.A|given once",
        "{'url': 'http://example.org/', 'timeout': '0s'}|timeout|from 1ms to 15m",
        "{'url': 'http://example.org/', 'timeout': '901s'}|timeout|from 1ms to 15m",
        "{'url': 'http://example.org/', 'timeout': '-PT1S'}|timeout|from 1ms to 15m",
        "{'url': 'http://example.org/', 'timeout': 30}|timeout|in quotes",
        "{'url': 'http://example.org/', 'timeout': 'soon'}|timeout|duration",
        "{'url': 'http://example.org/', 'retries': 3}|retries|unknown key"
      })
  void a_fault_names_its_field(String json, String key, String rule) {
    assertThat(faults(json))
        .singleElement()
        .satisfies(
            fault -> {
              assertThat(fault.key()).isEqualTo(key);
              assertThat(fault.rule()).contains(rule);
            });
  }

  @Test
  void all_faults_are_reported_together() {
    assertThat(
            faults(
                "{'url': 'x', 'method': '', 'headers': {'Host': 'a', 'B': 1}, 'timeout': 1,"
                    + " 'x': 1}"))
        .extracting(Fault::key)
        .containsExactlyInAnyOrder("x", "url", "method", "headers.Host", "headers.B", "timeout");
  }

  @Test
  void secrets_are_not_repeated_in_faults() {
    String text =
        faults(
                "{'url': 'http://ann:hunter2@example.org/',"
                    + " 'headers': {'Authorization': 'hunter2\\n'}}")
            .toString();

    assertThat(text).doesNotContain("hunter2");
  }

  @Test
  void number_and_length_of_headers_are_limited() {
    StringBuilder many = new StringBuilder("{'url': 'http://example.org/', 'headers': {");
    for (int i = 0; i < 50; i++) {
      many.append("'h").append(i).append("': 'x',");
    }
    String fifty = many.substring(0, many.length() - 1) + "}}";

    assertThat(read(fifty).headers()).hasSize(50);
    assertThat(faults(many + "'more': 'x'}}")).hasSize(1);
    assertThat(
            faults("{'url': 'http://example.org/', 'headers': {'A': '" + "x".repeat(8192) + "'}}"))
        .hasSize(1);
  }

  @Test
  void an_internal_target_is_refused_only_when_the_job_is_saved() {
    String json = "{'url': 'http://169.254.169.254/latest', 'timeout': '1h'}";

    List<Fault> refused = new ArrayList<>();
    HttpJobPayload.check(JsonValue.root(tree(json), refused), SsrfPolicy.publicOnly());
    assertThat(refused).extracting(Fault::key).containsExactly("url", "timeout");
    assertThat(refused.get(0).rule()).contains("169.254.0.0/16");
    assertThat(faults(json)).extracting(Fault::key).containsExactly("timeout");
  }

  private static HttpJobPayload read(String json) {
    return HttpJobPayload.read(tree(json));
  }

  private static JsonNode tree(String json) {
    return JSON.readTree(json.replace('\'', '"'));
  }

  private static List<Fault> faults(String json) {
    return catchThrowableOfType(InvalidHttpJobException.class, () -> read(json)).faults();
  }
}
