package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobId;
import io.taskforge.store.PageBytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Pages end at 4 MiB, regardless of their limit. */
class PageReplyTest extends RoutesTest {
  private static final String LARGE = "x".repeat(250_000);
  // Each of these characters takes six in JSON.
  private static final String ESCAPED = "\\u0001".repeat(8_000);

  private List<String> enqueueLarge(int count) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(
          server
              .post(
                  "/api/v1/jobs",
                  "{\"type\": \"work\", \"retryPolicy\": \"scheduler\", \"payload\": \"%s\"}"
                      .formatted(LARGE))
              .is(201)
              .at("/id"));
    }
    Collections.reverse(ids);
    return ids;
  }

  /** Returns one key of all items, by page. */
  private List<List<String>> pages(String path, String key) {
    List<List<String>> pages = new ArrayList<>();
    String cursor = "";
    do {
      Answer page = server.get(path + cursor).is(200);
      List<String> items = new ArrayList<>();
      for (JsonNode item : page.json().at("/items")) {
        items.add(item.at(key).asString());
      }
      assertThat(page.text().length()).isLessThan(PageBytes.MAX + 1_000);
      pages.add(items);
      cursor = page.at("/next").equals("null") ? "" : "&cursor=" + page.at("/next");
    } while (!cursor.isEmpty());
    return pages;
  }

  @Test
  void payload_and_result_are_listed_only_on_request() {
    List<String> ids = enqueueLarge(20);

    assertThat(pages("/api/v1/jobs?limit=1000", "/id")).containsExactly(ids);
    Answer small = server.get("/api/v1/jobs?limit=1").is(200);
    assertThat(small.json().at("/items/0").has("payload")).isFalse();
    assertThat(small.json().at("/items/0").has("result")).isFalse();
    Answer whole = server.get("/api/v1/jobs?limit=1&payload=true").is(200);
    assertThat(whole.at("/items/0/payload")).isEqualTo(LARGE);
    assertThat(whole.json().at("/items/0/result").isNull()).isTrue();
  }

  @Test
  void a_list_with_payloads_ends_at_four_mebibytes_and_its_pages_have_each_job_once() {
    List<String> ids = enqueueLarge(40);

    List<List<String>> pages = pages("/api/v1/jobs?limit=1000&payload=true", "/id");

    assertThat(pages).extracting(List::size).containsExactly(16, 16, 8);
    assertThat(pages.stream().flatMap(List::stream)).containsExactlyElementsOf(ids);
  }

  @Test
  void a_history_page_ends_at_four_mebibytes_of_escaped_json() {
    server
        .post(
            "/api/v1/jobs",
            "{\"type\": \"work\", \"retryPolicy\": {\"maxRetries\": 200,"
                + " \"backoff\": {\"strategy\": \"fixed\", \"delay\": \"1ms\"}, \"jitter\": {\"type\": \"none\"}}}")
        .is(201);
    String id = server.get("/api/v1/jobs").at("/items/0/id");
    for (int i = 0; i < 100; i++) {
      fail("default", "timeout", ESCAPED);
      server.advance(Duration.ofSeconds(10));
    }

    List<List<String>> pages = pages("/api/v1/jobs/" + id + "/history?limit=1000", "/attempt");

    assertThat(pages).hasSizeGreaterThan(1);
    Collections.reverse(pages);
    assertThat(pages.stream().flatMap(List::stream))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 100).mapToObj(Integer::toString).toList());
  }

  @Test
  void schedules_with_large_payloads_are_listed_in_pages_of_four_mebibytes() {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      ids.add("s%02d".formatted(i));
      server
          .post(
              "/api/v1/schedules",
              """
              {"id": "%s", "cron": "0 0 1 1 *", "job": {"type": "work", "payload": "%s"}}
              """
                  .formatted(ids.get(i), LARGE))
          .is(201);
    }

    List<List<String>> pages = pages("/api/v1/schedules?limit=1000", "/id");

    assertThat(pages).extracting(List::size).containsExactly(16, 4);
    assertThat(pages.stream().flatMap(List::stream)).containsExactlyElementsOf(ids);
  }

  @Test
  void a_claim_of_large_jobs_ends_at_four_mebibytes_and_the_next_one_has_the_others() {
    List<String> ids = enqueueLarge(20);
    String claim = "{\"worker\": \"w\", \"types\": [\"work\"], \"limit\": 1000}";

    List<String> first = claimed(claim);
    List<String> second = claimed(claim);

    assertThat(first).hasSize(17);
    assertThat(second).hasSize(3).doesNotContainAnyElementsOf(first);
    assertThat(ids).containsAll(first).containsAll(second);
  }

  private List<String> claimed(String claim) {
    return server
        .post("/api/v1/claims", claim)
        .is(200)
        .json()
        .at("/items")
        .findValuesAsString("id")
        .stream()
        .map(JobId::parse)
        .map(JobId::toString)
        .toList();
  }

  @Test
  void every_list_with_a_limit_and_every_claim_reserves_heap() {
    JsonNode paths = server.get("/openapi.json").is(200).json().at("/paths");

    assertThat(server.routes())
        .filteredOn(
            route ->
                paths
                        .path(route.path())
                        .path(route.method().toLowerCase(Locale.ROOT))
                        .path("parameters")
                        .findValuesAsString("name")
                        .contains("limit")
                    || route.path().equals("/api/v1/claims"))
        .hasSizeGreaterThan(8)
        .allMatch(route -> route.responses().areLarge());
  }
}
