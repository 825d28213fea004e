package io.taskforge.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.TestServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * 100 strings that would run a script if a page inserted them as markup, in every field of a {@link
 * HostileStore}: no page and no dialog executes one, and each is shown as text.
 */
@Tag("browser")
class HostileTextBrowserTest {
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

  /** Opens pages and dialogs within the browser, which is faster than one command for each. */
  private static final String TOOLS =
      """
      window.probe = {
        foreign: "img, iframe, object, embed, video, audio, math, link, meta, base, template, marquee, script, style",
        async until(done) {
          const end = performance.now() + 10_000;
          while (!done() && performance.now() < end) {
            await new Promise((go) => setTimeout(go, 5));
          }
        },
        loaded: () => document.querySelector("h1") && !document.querySelector(".loading"),
        injected: () =>
          [...document.querySelectorAll("main *, dialog *, #found *, #notices *")]
            .filter(
              (e) =>
                e.matches(probe.foreign) ||
                [...e.attributes].some(
                  ({ name, value }) =>
                    /^(on|autofocus|src$)/.test(name) || (/href|action/.test(name) && /^\\s*javascript/i.test(value)),
                ),
            )
            .map((e) => e.outerHTML.slice(0, 200)),
        read: (root = document.body) => ({
          injected: probe.injected(),
          text: [
            document.title,
            root.textContent,
            ...[...root.querySelectorAll("input, textarea")].map((e) => e.value),
            ...[...root.querySelectorAll("[title]")].map((e) => e.title),
          ].join("\\n"),
        }),
        async visit(hash) {
          if (location.hash !== hash) {
            const changed = new Promise((go) => addEventListener("hashchange", go, { once: true }));
            location.hash = hash;
            await changed;
          }
          await probe.until(probe.loaded);
          for (let more; (more = [...document.querySelectorAll("main button")].find((b) => b.textContent === "Show more")); ) {
            more.click();
            await probe.until(() => !more.isConnected);
          }
          return probe.read();
        },
        async dialogs(labels) {
          const all = { injected: [], text: "" };
          for (const button of [...document.querySelectorAll("main button")].filter((b) => labels.includes(b.textContent))) {
            button.click();
            await probe.until(() => document.querySelector("dialog"));
            const { injected, text } = probe.read(document.querySelector("dialog"));
            all.injected.push(...injected);
            all.text += text;
            document.querySelector("dialog").close();
            await probe.until(() => !document.querySelector("dialog"));
          }
          return all;
        },
        async search(text) {
          const box = document.getElementById("search");
          box.value = text;
          box.dispatchEvent(new Event("input"));
          await probe.until(() => document.querySelector("#found [role=option]"));
          const found = probe.read();
          box.dispatchEvent(new Event("blur"));
          return found;
        },
      };
      0
      """;

  private final List<String> texts = hostile();

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

  @Test
  void each_of_100_hostile_strings_is_shown_as_text_in_every_field_and_none_is_executed(
      @TempDir Path data, @TempDir Path profile) throws Exception {
    Assumptions.assumeTrue(Chromium.installed().isPresent(), "no Chromium is installed");
    assertThat(texts).hasSize(100).doesNotHaveDuplicates();
    try (TestServer server = TestServer.onSqlite(data, Instant.now());
        Chromium browser = Chromium.start(Chromium.installed().orElseThrow(), profile)) {
      HostileStore.fill(server, texts);
      Tab tab = browser.tab();
      tab.open(server.url() + "/#/");
      tab.evaluate(TOOLS);
      jobs(tab, server);
      failures(tab, server);
      settings(tab, server);
      others(tab);
      assertThat(tab.evaluate("window.executed === undefined").asBoolean()).isTrue();
      keys(tab, server);
      tab.assertNoTrouble();
    }
  }

  private void jobs(Tab tab, TestServer server) {
    String pages = "";
    for (String id : ids(server, "/jobs?queue=mail&limit=1000", "id")) {
      pages += visit(tab, "jobs/" + id) + dialogs(tab, "Edit and run again");
    }
    assertShown(pages, "job key ", "message ", "stack ", "log ", "dead-letter reason ");
    assertShown(pages, "cancel reason ");
    assertShown(pages, text -> HostileStore.name("error", text));
    assertShown(pages, text -> json("job payload " + text));
    assertShown(pages, text -> json("result " + text));

    assertShown(visit(tab, "jobs"), "message ");
    assertShown(visit(tab, "jobs?state=DEAD"), "message ");
    assertShown(visit(tab, "dead-letters"), "message ");
    String filters = "";
    String found = "";
    for (String text : texts) {
      filters += visit(tab, "jobs?idempotencyKey=" + encoded("job key " + text));
      visit(tab, "jobs?queue=" + encoded(text)); // the server's fault names the value
      visit(tab, encoded(text));
      found += read(tab, "probe.search(" + Tab.quoted("job key " + text) + ")");
    }
    assertShown(filters, "job key ");
    assertShown(found, "job key ");
  }

  private void failures(Tab tab, TestServer server) {
    String groups = visit(tab, "failure-groups") + dialogs(tab, "Edit note");
    assertShown(groups, "message ", "group note ", "");
    assertShown(groups, text -> HostileStore.name("error", text));
    String pages = "";
    for (String id : ids(server, "/failure-groups?limit=1000", "fingerprint")) {
      pages += visit(tab, "failure-groups/" + id);
    }
    assertShown(pages, "message ", "group note ", "Owner: ");
    assertShown(visit(tab, "alerts"), "alert note ");
    assertShown(visit(tab, "redrives"), text -> HostileStore.name("redriven", text));
    String destinations = visit(tab, "destinations") + dialogs(tab, "Hold", "Release");
    assertShown(destinations, "hold reason ", "holder ", "called ", "called before ");
    assertShown(destinations, text -> HostileStore.name("destination", text));
    assertShown(destinations, text -> HostileStore.name("type", text));
    assertShown(visit(tab, "audit?action=job.dead-letter"), "dead-letter reason ");
  }

  private void settings(Tab tab, TestServer server) {
    assertShown(visit(tab, "schedules") + dialogs(tab, "Pause"), "schedule ", "description ");
    String pages = "";
    for (String id : ids(server, "/schedules?limit=1000", "id")) {
      pages += visit(tab, "schedules/" + id) + dialogs(tab, "Edit", "Delete");
    }
    assertShown(pages, "schedule ", "description ");
    assertShown(pages, text -> json("scheduled payload " + text));

    assertShown(visit(tab, "webhooks") + dialogs(tab, "Disable"), "hook ", "disabled reason ");
    pages = "";
    for (String id : ids(server, "/webhooks?limit=1000", "id")) {
      pages += visit(tab, "webhooks/" + id) + dialogs(tab, "Details", "Edit", "Delete");
    }
    assertShown(pages, "hook ", "disabled reason ", "answer ");

    String policies = visit(tab, "policies") + dialogs(tab, "Edit");
    assertShown(policies, text -> json(HostileStore.name("policy", text)));
  }

  private void others(Tab tab) {
    String workers = visit(tab, "workers");
    assertShown(workers, "host ");
    assertShown(workers, text -> text.substring(0, 30)); // of the version, which is clipped
    for (String page :
        List.of("", "?period=day", "queues", "queues/q7", "policy-lab", "alert-rules", "tenants")) {
      visit(tab, page);
    }
  }

  /** The first key turns authentication on, so keys come last. */
  private void keys(Tab tab, TestServer server) {
    String admin = null;
    for (String text : texts) {
      String[] headers =
          admin == null ? new String[0] : new String[] {"Authorization", "Bearer " + admin};
      String name = "{\"scope\": \"admin\", \"allTenants\": true, \"name\": %s}";
      String key =
          server
              .post("/api/v1/keys", name.formatted(Tab.quoted("api key " + text)), headers)
              .is(201)
              .at("/key");
      admin = admin == null ? key : admin;
    }
    DemoStore.useKey(server, tab, String.valueOf(admin), "Overview");
    tab.evaluate(TOOLS);
    assertShown(visit(tab, "keys") + dialogs(tab, "Revoke"), "api key ");
    String tenant =
        server
            .post(
                "/api/v1/keys",
                "{\"scope\": \"write\", \"tenant\": \"default\"}",
                "Authorization",
                "Bearer " + admin)
            .is(201)
            .at("/key");
    tab.evaluate("sessionStorage.clear()");
    DemoStore.useKey(server, tab, tenant, "Tenant default");
    tab.evaluate(TOOLS);
    visit(tab, "");
    assertThat(tab.evaluate("window.executed === undefined").asBoolean()).isTrue();
  }

  /** Opens a page with all rows of its lists, and returns what it shows. */
  private static String visit(Tab tab, String page) {
    return read(tab, "probe.visit(" + Tab.quoted("#/" + page) + ")");
  }

  /** Opens and closes the dialogs of all buttons with these labels. */
  private static String dialogs(Tab tab, String... labels) {
    String list = String.join(", ", List.of(labels).stream().map(Tab::quoted).toList());
    return read(tab, "probe.dialogs([" + list + "])");
  }

  private static String read(Tab tab, String expression) {
    JsonNode read = tab.evaluate(expression);
    assertThat(read.path("injected")).as(expression).isEmpty();
    assertThat(read.path("text").asString()).as(expression).isNotEmpty();
    return read.path("text").asString();
  }

  private void assertShown(String page, String... fields) {
    for (String field : fields) {
      assertShown(page, text -> field + text);
    }
  }

  private void assertShown(String page, UnaryOperator<String> expected) {
    String shown = printable(page);
    assertThat(texts.stream().map(expected).filter(text -> !shown.contains(printable(text))))
        .isEmpty();
  }

  /** Some fields replace what changes the direction of text. */
  private static String printable(String text) {
    return text.replaceAll("[\u202e\ufffd]", "");
  }

  /** A string within JSON. */
  private static String json(String text) {
    return text.replace("\"", "\\\"");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static List<String> ids(TestServer server, String path, String name) {
    List<String> ids = new ArrayList<>();
    for (JsonNode each : server.get("/api/v1" + path).is(200).json().path("items")) {
      ids.add(each.path(name).asString());
    }
    assertThat(ids).as(path).hasSizeGreaterThanOrEqualTo(100);
    return ids;
  }
}
