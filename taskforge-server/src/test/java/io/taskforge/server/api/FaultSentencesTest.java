package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages of validation errors. */
class FaultSentencesTest extends RoutesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "jobs | {'queue': 'q'} | type: missing, but is required",
        "jobs | {'type': 'a', 'pasword': 'hunter2'} | pasword: this string is not allowed: unknown key; allowed here are type, queue,",
        "jobs | {'type': 'a', 'idempotencyKey': 5} | idempotencyKey: this number is not allowed: must be a string",
        "jobs | {'type': 'a', 'runAt': 5} | runAt: 5 is not allowed: must be a time in RFC 3339 such as 2030-01-31T12:00:00Z, from 1970 to 9999",
        "jobs | {'type': 'a', 'timeout': 5} | timeout: 5 is not allowed: must be a duration such as",
        "jobs | {'type': 'http'} | payload: missing, but must be an object with url, method,",
        "jobs | {'type': 'http', 'payload': 'x'} | payload: this string is not allowed: must be an object",
        "jobs | {'type': 'http', 'payload': {'payload': 1, 'url': 'http://127.0.0.1/'}} | payload.payload: this number is not allowed: unknown key",
        "jobs | {'type': 'http', 'payload': {}} | payload.url: missing, but must be a string",
        "jobs | {'type': 'a', 'queue': 'B b'} | queue: `\"B b\"` is not allowed: queue name must match",
        "jobs | {'type': 'a', 'delay': '5s', 'runAt': '2030-01-01T00:00:00Z'} | delay: `\"5s\"` is not allowed: cannot be combined with runAt",
        "jobs | {'type': 'a', 'retryPolicy': 5} | retryPolicy: 5 is not allowed: must be",
        "jobs | {'type': 'a', 'retryPolicy': 'A B'} | retryPolicy: `\"A B\"` is not allowed: a name must",
        "jobs | {'type': 'a', 'retryPolicy': 'unheard-of'} | retryPolicy: unheard-of is not allowed: must be a retry policy, or the name of one that GET /api/v1/policies lists",
        "jobs | {'type': 'a', 'retryPolicy': {'policy': 1, 'backoff': {'strategy': 'list', 'delays': ['1s']}}} | retryPolicy.policy: this number is not allowed: unknown key",
        "calls | {'api': 'http://127.0.0.1/', 'schedule': '1 2 3'} | schedule: '1 2 3' is not allowed: must have five fields",
        "jobs/batch | {'jobs': [{'type': 'a', 'api': 'http://127.0.0.1/'}]} | 2 fields are invalid; see faults",
        "jobs/batch | {'jobs': [5]} | jobs[0]: this number is not allowed: must be a JSON object",
        "schedules | {'cron': '@never', 'job': {'type': 'a'}} | cron: '@never' is not allowed: must be one of @daily",
        "schedules | {'cron': '61 * * * *', 'job': {'type': 'a'}} | cron.minute: '61' is not allowed: ",
        "schedules | {'job': {'type': 'a'}} | cron: missing, but cron or at is required",
        "schedules | {'cron': '@daily', 'at': '2030-01-01T00:00:00Z', 'job': {'type': 'a'}} | cron: `\"@daily\"` is not allowed: cannot be combined with at",
        "schedules | {'cron': '@daily', 'job': 5} | job: this number is not allowed: must be a JSON object",
        "policies/preview | {'policy': []} | policy: [] is not allowed: must be",
        "keys | {'scope': 'admin', 'tenant': 'a', 'allTenants': true} | tenant: `\"a\"` is not allowed: cannot be combined with allTenants: true",
        "redrives | {} | filter: missing, but exactly one of filter, ids and failureGroup is required",
        "redrives | {'ids': ['0190163d-8694-739b-aea5-966c26f8ad91'], 'filter': {}} | filter: several of them is not allowed: exactly one",
        "redrives | {'ids': ['0190163d-8694-739b-aea5-966c26f8ad91', 'x']} | ids[1]: `\"x\"` is not allowed: job id must be a UUID",
        "webhooks | {'url': 'http://10.0.0.1/', 'events': ['job.dead']} | url: 10.0.0.1 is not allowed: must be a target that the setting allowTargets allows: 10.0.0.1 is in 10.0.0.0/8",
        "webhooks | {'url': 'http://127.0.0.1/', 'events': []} | events: [] is not allowed: must have at least one event",
      })
  void an_invalid_request_is_rejected_with_one_sentence(
      String route, String body, String sentence) {
    Answer refused =
        server.post("/api/v1/" + route, body.replaceAll("'(?=[^']*')([^']*)'", "\"$1\"")).is(400);

    assertThat(refused.at("/detail")).startsWith(sentence.replace("`", ""));
  }

  @Test
  void settings_that_a_rule_does_not_have_are_reported() {
    assertThat(
            server
                .put("/api/v1/alert-rules/dead-letters", "{\"window\": \"5m\"}")
                .is(400)
                .at("/detail"))
        .isEqualTo("window: this is not allowed: rule dead-letters has no such setting");
  }

  @Test
  void rescheduling_requires_exactly_one_of_two_fields() {
    String path = "/api/v1/jobs/" + enqueue("mail") + "/reschedule";

    assertThat(server.post(path, "{}").is(400).at("/detail"))
        .isEqualTo("runAt: missing, but runAt or delay is required");
    assertThat(
            server
                .post(path, "{\"delay\": \"5s\", \"runAt\": \"2031-01-01T00:00:00Z\"}")
                .is(400)
                .at("/detail"))
        .isEqualTo("runAt: 2031-01-01T00:00:00Z is not allowed: cannot be combined with delay");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{\"type\": nul}", "[1,"})
  void malformed_json_is_reported_with_its_position(String body) {
    assertThat(server.post("/api/v1/jobs", body).is(400).at("/detail"))
        .startsWith("body: the text at line 1, column ")
        .contains(" is not allowed: must be one JSON value");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "x", "1.5", "true"})
  void an_invalid_number_in_a_query_is_reported_as_it_was_sent(String limit) {
    assertThat(server.get("/api/v1/jobs?limit=" + limit).is(400).at("/detail"))
        .isEqualTo("limit: \"%s\" is not allowed: must be a whole number from 1 to 1000", limit);
  }

  @Test
  void a_malformed_cursor_is_reported() {
    assertThat(server.get("/api/v1/jobs?cursor=x").is(400).at("/detail"))
        .isEqualTo("cursor: \"x\" is not allowed: must be next of a previous page");
  }

  @Test
  void retrying_a_dead_letter_suggests_a_redrive() {
    putQueueWithDeadLetters("mail", "mail.dead");
    server.runDue();
    String id = enqueue("mail");
    fail("mail", "timeout", "too slow");

    assertThat(server.post("/api/v1/jobs/" + id + "/retry").is(409).at("/detail"))
        .endsWith(
            "is DEAD and cannot be retried; POST /api/v1/dead-letters/%s/redrive runs it again"
                .formatted(id));
  }

  @Test
  void a_repeated_parameter_is_rejected() {
    assertThat(server.get("/api/v1/jobs?limit=1&limit=2").is(400).at("/detail"))
        .isEqualTo("limit: 2 times is not allowed: must be given only once");
  }
}
