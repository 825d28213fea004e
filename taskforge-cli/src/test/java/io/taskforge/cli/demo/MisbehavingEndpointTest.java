package io.taskforge.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.cli.demo.MisbehavingEndpoint.Response;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;

class MisbehavingEndpointTest {
  @Test
  void the_endpoint_responds_by_path_and_counts_requests_and_keys() throws Exception {
    try (MisbehavingEndpoint endpoint = MisbehavingEndpoint.start()) {
      assertThat(call(endpoint, "/flaky", "a").statusCode()).isEqualTo(503);
      assertThat(call(endpoint, "/flaky", "a").statusCode()).isEqualTo(503);
      assertThat(call(endpoint, "/flaky", "b").body()).isEqualTo("recovered");
      HttpResponse<String> crowded = call(endpoint, "/crowded", "c");

      assertThat(crowded.statusCode()).isEqualTo(429);
      assertThat(crowded.headers().firstValue("Retry-After")).hasValue("2");
      assertThat(endpoint.calls("/flaky")).isEqualTo(3);
      assertThat(endpoint.keys("/flaky")).isEqualTo(2);
      assertThat(endpoint.calls("/ok")).isZero();
    }
  }

  @Test
  void only_the_first_request_to_the_sleepy_path_gets_no_response() {
    assertThat(Response.to("/sleepy", 1)).isEqualTo(Response.NONE);
    assertThat(Response.to("/sleepy", 2).status()).isEqualTo(200);
    assertThat(Response.to("/elsewhere", 1).status()).isEqualTo(404);
  }

  private static HttpResponse<String> call(MisbehavingEndpoint endpoint, String path, String key)
      throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(endpoint.url() + path))
                .header("Idempotency-Key", key)
                .build(),
            BodyHandlers.ofString());
  }
}
