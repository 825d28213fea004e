package io.taskforge.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.TenantId;
import io.taskforge.server.api.Answer;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.http.Route;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls every route with every kind of key: no tenant sees another tenant's data. */
class AccessMatrixTest {
  @TempDir Path directory;
  private TestServer server;
  private TenantResources acme;
  private final Map<String, String> keys = new LinkedHashMap<>();

  @BeforeEach
  void start() {
    server = TestServer.onSqlite(directory);
    acme = TenantResources.make(server, "acme");
    TenantResources.make(server, "bolt");
    for (int look = 0; look < 22; look++) {
      server.advance(Duration.ofSeconds(15)); // until the dead-letter alert is raised
    }
    acme.add("alerts", server.get("/api/v1/alerts?tenant=acme").is(200).at("/items/0/id"));
    String admin = create("{\"scope\": \"admin\", \"allTenants\": true}", null);
    keys.put("all admin", admin);
    for (String scope : List.of("read", "write")) {
      keys.put(
          "all " + scope, create("{\"scope\": \"" + scope + "\", \"allTenants\": true}", admin));
    }
    for (String tenant : List.of("acme", "bolt")) {
      for (String scope : List.of("read", "write", "admin")) {
        keys.put(
            tenant + " " + scope,
            create("{\"scope\": \"%s\", \"tenant\": \"%s\"}".formatted(scope, tenant), admin));
      }
    }
    acme.add("keys", keys.getOrDefault("acme read", "").split("_", -1)[1]);
  }

  private String create(String body, @Nullable String key) {
    String[] headers =
        key == null ? new String[0] : new String[] {"Authorization", "Bearer " + key};
    return server.post("/api/v1/keys", body, headers).is(201).at("/key");
  }

  private String[] bearer(String who) {
    return new String[] {"Authorization", "Bearer " + keys.getOrDefault(who, "none")};
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void without_a_valid_key_only_open_routes_respond() {
    List<String> wrong = new ArrayList<>();
    for (Route route : server.routes()) {
      for (String[] headers : List.of(new String[0], bearer("unknown"))) {
        int status = acme.call(route, headers).status();
        if (route.access().open() ? status >= 400 : status != 401) {
          wrong.add(route.method() + " " + route.path() + " answered " + status);
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(server.routes().stream().filter(route -> route.access().open()).map(Route::path))
        .containsExactlyInAnyOrder("/healthz", "/readyz", "/openapi.json");
  }

  @Test
  void another_tenants_resources_are_not_found_with_any_scope() {
    String before = acme.snapshot();
    List<String> wrong = new ArrayList<>();
    for (Route route : server.routes()) {
      if (isMadeByName(route)) {
        continue;
      }
      for (Scope scope : Scope.values()) {
        Caller caller = new Caller("", new TenantId("bolt"), scope);
        String who = "bolt " + scope.name().toLowerCase(Locale.ROOT);
        Answer answer = acme.call(route, bearer(who));
        String said =
            "%s %s for %s: %d %.300s"
                .formatted(route.method(), route.path(), who, answer.status(), answer.text());
        if (route.access().open()) {
          continue;
        }
        if (!allowed(caller, route.access())) {
          if (answer.status() != 403) {
            wrong.add("should be 403: " + said);
          }
        } else if (acme.namesOneResource(route) && !holdsByName(route)) {
          if (answer.status() != 404) {
            wrong.add("should be 404: " + said);
          }
        } else if (answer.status() >= 401 && answer.status() != 406 && answer.status() != 409) {
          wrong.add("should be answered: " + said);
        }
        if (route.path().equals("/api/v1/audit")) {
          // Bolt's denied requests name acme's ids, so the entries contain them; none is acme's.
          assertThat(answer.text()).doesNotContain("\"tenant\":\"acme\"", "\"tenant\":null");
          continue;
        }
        acme.leaksIn(answer.text()).forEach(leak -> wrong.add("leaks " + leak + ": " + said));
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(acme.snapshot()).isEqualTo(before);
  }

  /** Whether a PUT to the route creates a resource under a name that the caller chooses. */
  private static boolean isMadeByName(Route route) {
    return route.method().equals("PUT")
        && !route.access().operatorsOnly()
        && !route.path().startsWith("/api/v1/failure-groups") // they exist by their failures
        && !route.path().startsWith("/api/v1/webhooks"); // the server generates their ids
  }

  @Test
  void tenants_can_use_the_same_names_independently() {
    String before = acme.snapshot();

    for (Route route : server.routes()) {
      if (isMadeByName(route)) {
        assertThat(acme.call(route, bearer("bolt write")).status()).as(route.path()).isEqualTo(201);
      }
    }

    assertThat(acme.snapshot()).isEqualTo(before);
  }

  /** Each tenant has its own destinations, and may hold one before it was ever called. */
  private static boolean holdsByName(Route route) {
    return route.path().startsWith("/api/v1/destinations/{id}/");
  }

  private static boolean allowed(Caller caller, Access access) {
    try {
      caller.check(access);
      return true;
    } catch (ForbiddenException e) {
      return false;
    }
  }

  @Test
  void a_tenants_keys_allow_what_their_scope_allows() {
    List<String> wrong = new ArrayList<>();
    for (Scope scope : Scope.values()) {
      for (Route route : server.routes()) {
        Caller caller = new Caller("", new TenantId("acme"), scope);
        String who = "acme " + scope.name().toLowerCase(Locale.ROOT);
        int status = acme.call(route, bearer(who)).status();
        if (!route.access().open() && (status == 403) == allowed(caller, route.access())) {
          wrong.add(who + " at " + route.method() + " " + route.path() + ": " + status);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void naming_another_tenant_is_forbidden_and_the_message_names_only_the_keys_tenant() {
    for (String path :
        List.of(
            "/api/v1/jobs?tenant=acme",
            "/api/v1/dead-letters?tenant=acme",
            "/api/v1/schedules?tenant=acme",
            "/api/v1/webhooks?tenant=acme",
            "/api/v1/failure-groups?tenant=acme",
            "/api/v1/failure-groups/0123456789abcdef?tenant=acme",
            "/api/v1/stats?tenant=acme",
            "/api/v1/stats/series?tenant=acme",
            "/api/v1/queues/mail/retry-metrics?tenant=acme",
            "/api/v1/alerts?tenant=acme")) {
      Answer answer = server.get(path, bearer("bolt admin")).is(403);
      assertThat(answer.at("/detail")).isEqualTo("this key is for tenant bolt only");
    }
    server
        .post("/api/v1/jobs", "{\"type\": \"work\", \"tenant\": \"acme\"}", bearer("bolt admin"))
        .is(403);
    server
        .post("/api/v1/keys", "{\"scope\": \"read\", \"tenant\": \"acme\"}", bearer("bolt admin"))
        .is(403);
    server
        .post("/api/v1/keys", "{\"scope\": \"read\", \"allTenants\": true}", bearer("bolt admin"))
        .is(403);
  }

  @Test
  void the_jobs_routes_show_a_schedule_to_its_own_tenant_only() {
    String id =
        server
            .post(
                "/api/v1/calls",
                "{\"api\": \"https://example.org/\", \"schedule\": \"@daily\"}",
                bearer("acme write"))
            .is(201)
            .at("/schedule/id");
    for (String path : List.of("/api/v1/jobs/" + id, "/api/v1/jobs/" + id + "/history")) {
      server.get(path, bearer("acme read")).is(200);
      server.get(path, bearer("bolt admin")).is(404);
      server.get(path + "?tenant=acme", bearer("bolt admin")).is(403);
      server.get(path, bearer("all admin")).is(404);
      server.get(path + "?tenant=acme", bearer("all admin")).is(200);
    }
  }
}
