package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RedriveRoutesTest extends RoutesTest {
  private static final String PATH = "/api/v1/redrives";

  @Test
  void an_invalid_redrive_is_rejected_and_not_stored() {
    List<String> bodies =
        List.of(
            "{}",
            "[]",
            "{\"filter\": {}, \"ids\": [\"0190163d-8694-739b-aea5-966c26f8ad91\"]}",
            "{\"filter\": null}",
            "{\"filter\": []}",
            "{\"filter\": {\"colour\": \"red\"}}",
            "{\"filter\": {\"limit\": 5}}",
            "{\"ids\": []}",
            "{\"ids\": [\"x\"]}",
            "{\"ids\": [5]}",
            "{\"failureGroup\": \"nothing\"}",
            "{\"filter\": {}, \"ratePerSecond\": 0}",
            "{\"filter\": {}, \"ratePerSecond\": -1}",
            "{\"filter\": {}, \"ratePerSecond\": \"20\"}",
            "{\"filter\": {}, \"ratePerSecond\": 1e300}",
            "{\"filter\": {}, \"stopIfFailureRatio\": 1.1}",
            "{\"filter\": {}, \"targetQueue\": \"No Queue\"}",
            "{\"filter\": {}, \"dryRun\": true}");
    for (String body : bodies) {
      server.post(PATH, body).is(400);
    }
    assertThat(server.get(PATH).is(200).at("/items")).isEqualTo("[]");
  }

  @Test
  void a_missing_redrive_is_not_found() {
    for (String id : List.of("0190163d-8694-739b-aea5-966c26f8ad91", "nothing")) {
      server.get(PATH + "/" + id).is(404);
      server.delete(PATH + "/" + id).is(404);
    }
    server.post(PATH, "{\"filter\": {}}", "Idempotency-Key", " ").is(400);
  }
}
