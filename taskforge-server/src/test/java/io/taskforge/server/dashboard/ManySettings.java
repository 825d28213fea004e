package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** Fills a server with schedules and webhooks, some of which have runs and deliveries. */
final class ManySettings {
  private static final int USES = 60;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private ManySettings() {}

  /** Returns the id of a webhook that has delivered; schedule {@code s7} has run. */
  static String fill(String url, List<String> tenants, int each) throws Exception {
    String used = "";
    try (MisbehavingEndpoint receiver = MisbehavingEndpoint.start(Behaviour.status(204, ""))) {
      for (String tenant : tenants) {
        for (int i = 0; i < each; i++) {
          post(
              url + "/schedules",
              ("{\"id\": \"s%d\", \"tenant\": \"%s\", \"cron\": \"0 3 1 1 *\", \"job\": {\"type\":"
                      + " \"report\"}}")
                  .formatted(i, tenant));
          used =
              post(
                      url + "/webhooks",
                      "{\"name\": \"w%d\", \"tenant\": \"%s\", \"url\": \"%s\", \"events\": [\"job.dead\"]}"
                          .formatted(i, tenant, receiver.url("/hook")))
                  .path("id")
                  .asString();
        }
      }
      String tenant = "?tenant=" + tenants.get(tenants.size() - 1);
      for (int i = 0; i < USES; i++) {
        post(url + "/schedules/s7/trigger", "{}");
        post(url + "/webhooks/" + used + "/test" + tenant, "{}");
      }
      Awaitility.await().until(() -> receiver.received().size() >= USES);
      return used + tenant;
    }
  }

  /** Creates the first key, and one of a tenant, which it returns. */
  static String keyOfTenant(String url, String tenant) throws Exception {
    String admin =
        post(url + "/keys", "{\"scope\": \"admin\", \"allTenants\": true}").path("key").asString();
    return post(
            url + "/keys",
            "{\"scope\": \"write\", \"tenant\": \"%s\"}".formatted(tenant),
            "Authorization",
            "Bearer " + admin)
        .path("key")
        .asString();
  }

  private static JsonNode post(String url, String json, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json));
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
    assertThat(response.statusCode()).as(response.body()).isLessThan(300);
    return Json.read(response.body());
  }
}
