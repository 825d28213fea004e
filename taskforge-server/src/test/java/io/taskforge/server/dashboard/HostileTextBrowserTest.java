package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** 100 strings that would run a script if a page inserted them as markup, in every field. */
class HostileTextBrowserTest extends BrowserTest {
  private static final List<String> TAGS =
      List.of(
          "script",
          "img",
          "svg",
          "iframe",
          "object",
          "embed",
          "video",
          "audio",
          "details",
          "math",
          "a",
          "form",
          "input",
          "button",
          "style",
          "link",
          "meta",
          "base",
          "template",
          "marquee");

  /** Each sets {@code window.executed} if it is executed. */
  private static List<String> hostile() {
    List<String> all = new ArrayList<>();
    String act = "window.executed=1";
    for (String tag : TAGS) {
      all.add("<%1$s src=x onerror=%2$s onload=%2$s>%2$s</%1$s>".formatted(tag, act));
      all.add("\"><%s autofocus onfocus=%s ontoggle=%s open>".formatted(tag, act, act));
      all.add("'-->]]></%1$s><svg/onload=%2$s>".formatted(tag, act));
      all.add("${%s}{{%s}}<%s href=javascript:%s>".formatted(act, act, tag, act));
      all.add("&lt;%1$s&gt;\u202e\"'`);%2$s//</%1$s>".formatted(tag, act));
    }
    return all;
  }

  private static ObjectNode object(String key, String value) {
    return Json.object().put(key, value);
  }

  private void put(String text) throws Exception {
    ObjectNode job =
        object("type", "send").put("queue", "mail").put("idempotencyKey", "key " + text);
    job.set("payload", object(text, text));
    String id = call("POST", "/jobs", job.toString()).path("id").asString();
    String token =
        call(
                "POST",
                "/claims",
                "{\"worker\": \"w\", \"types\": [\"send\"], \"queues\": [\"mail\"]}")
            .at("/items/0/token")
            .asString();
    call(
        "POST",
        "/leases/" + token + "/fail",
        object("errorType", text.replace(' ', '/'))
            .put("kind", "PERMANENT")
            .put("message", text)
            .put("stackTrace", text)
            .toString());
    shown.add("jobs/" + id);
  }

  private final List<String> shown = new ArrayList<>();

  @Test
  void none_of_100_hostile_strings_is_executed_in_any_field() throws Exception {
    call("PUT", "/queues/mail", "{\"deadLetterQueue\": \"mail.dead\", \"deadLetterOn\": \"ALL\"}");
    List<String> all = hostile();
    assertThat(all).hasSize(100).doesNotHaveDuplicates();
    for (int i = 0; i < all.size(); i++) {
      String text = all.get(i);
      put(text);
      if (i % 10 == 0) {
        ObjectNode schedule = object("id", "s" + i).put("name", text).put("cron", "0 3 * * *");
        schedule.set("job", object("type", "send").put("queue", "mail"));
        call("POST", "/schedules", schedule.toString());
        ObjectNode hook = object("name", text).put("url", "http://127.0.0.1:9/" + i);
        hook.putArray("events").add("job.dead");
        call("POST", "/webhooks", hook.toString());
        call("POST", "/destinations/api" + i + ":443/hold", object("reason", text).toString());
      }
    }
    int next = 0;
    for (JsonNode group : get("/failure-groups?limit=100").path("items")) {
      String fingerprint = group.path("fingerprint").asString();
      String text = all.get(next++);
      call(
          "PUT",
          "/failure-groups/" + fingerprint,
          object("owner", text).put("note", text).toString());
      if (next % 10 == 0) {
        shown.add("failure-groups/" + fingerprint);
      }
    }
    List<String> pages =
        new ArrayList<>(
            List.of(
                "",
                "jobs",
                "jobs?state=DEAD",
                "dead-letters",
                "failure-groups",
                "destinations",
                "schedules",
                "schedules/s10",
                "webhooks",
                "alerts",
                "audit",
                "workers",
                "queues",
                "queues/mail"));
    pages.addAll(shown);
    for (String page : pages) {
      tab.open(server.url() + "/#/" + page);
      tab.await("document.querySelector('h1') && !document.querySelector('.loading')");
      assertThat(
              tab.evaluate(
                      "window.executed === undefined && document.querySelectorAll('main img, main"
                          + " iframe, main object, main embed, main marquee, main script, main"
                          + " style, [onerror], [onload], [onfocus], a[href^=javascript]').length"
                          + " === 0")
                  .asBoolean())
          .as(page)
          .isTrue();
    }
    tab.assertNoTrouble();
  }
}
