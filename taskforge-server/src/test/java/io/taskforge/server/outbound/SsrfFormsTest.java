package io.taskforge.server.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.TestServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** SSRF protection of everything that takes a URL: no form of an internal address can be saved. */
class SsrfFormsTest {
  private static final List<String> INTERNAL =
      List.of(
          "127.0.0.1",
          "127.255.255.254",
          "0.0.0.0",
          "10.20.30.40",
          "10.255.255.255",
          "100.64.1.2",
          "169.254.169.254",
          "172.20.1.1",
          "172.31.255.255",
          "192.0.0.8",
          "192.168.1.1",
          "192.168.255.255",
          "198.18.0.1",
          "224.0.0.251",
          "240.0.0.1",
          "255.255.255.255");

  private static final String ALLOWED = "https://example.com/hook";

  @TempDir Path directory;

  private static List<String> forms() {
    Stream<String> spelled =
        INTERNAL.stream().flatMap(Spellings::of).map(host -> "http://" + host + "/");
    return Stream.concat(TargetLists.blocked().stream(), spelled).distinct().toList();
  }

  private static ObjectNode job(String url) {
    ObjectNode job = Json.object().put("type", "http");
    job.putObject("payload").put("url", url);
    return job;
  }

  private static ObjectNode schedule(String url) {
    ObjectNode schedule = Json.object().put("cron", "0 8 * * *");
    schedule.set("job", job(url));
    return schedule;
  }

  private static ObjectNode webhook(String url) {
    ObjectNode webhook = Json.object().put("url", url);
    webhook.putArray("events").add("job.dead");
    return webhook;
  }

  @Test
  void no_form_of_an_internal_address_is_saved_in_a_job_a_schedule_or_a_webhook() {
    List<String> forms = forms();
    assertThat(forms.size()).isGreaterThanOrEqualTo(700);
    List<String> wrong = new ArrayList<>();
    try (TestServer server = TestServer.onSqlite(directory)) {
      String[] key = {
        "Authorization",
        "Bearer "
            + server
                .post("/api/v1/keys", "{\"scope\": \"admin\", \"allTenants\": true}")
                .is(201)
                .at("/key")
      };
      server.put("/api/v1/schedules/nightly", Json.write(schedule(ALLOWED)), key).is(201);
      String webhook =
          "/api/v1/webhooks/"
              + server
                  .post("/api/v1/webhooks", Json.write(webhook(ALLOWED)), key)
                  .is(201)
                  .at("/id");
      for (String form : forms) {
        send(server, "/api/v1/jobs", SsrfFormsTest::job, form, key, wrong);
        send(server, "/api/v1/schedules", SsrfFormsTest::schedule, form, key, wrong);
        send(server, "/api/v1/webhooks", SsrfFormsTest::webhook, form, key, wrong);
        send(server, "/api/v1/calls", SsrfFormsTest::call, form, key, wrong);
        send(server, "/api/v1/jobs/batch", SsrfFormsTest::batch, form, key, wrong);
        change(server, "/api/v1/schedules/nightly", schedule(form), key, wrong);
        change(server, webhook, webhook(form), key, wrong);
      }
    }
    assertThat(wrong).isEmpty();
  }

  private static ObjectNode call(String url) {
    return Json.object().put("api", url);
  }

  /** A batch whose second job calls the URL. */
  private static ObjectNode batch(String url) {
    ObjectNode batch = Json.object();
    batch.putArray("jobs").add(job(ALLOWED)).add(job(url));
    return batch;
  }

  private static void change(
      TestServer server, String path, ObjectNode body, String[] key, List<String> wrong) {
    int status = server.put(path, Json.write(body), key).status();
    if (status != 400) {
      wrong.add("PUT %s with %s: %d".formatted(path, body, status));
    }
  }

  private static void send(
      TestServer server,
      String path,
      Function<String, ObjectNode> body,
      String url,
      String[] key,
      List<String> wrong) {
    int status = server.post(path, Json.write(body.apply(url)), key).status();
    if (status != 400) {
      wrong.add("%s with %s: %d".formatted(path, url, status));
    }
  }
}
