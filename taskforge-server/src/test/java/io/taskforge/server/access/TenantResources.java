package io.taskforge.server.access;

import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.server.api.Answer;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.http.Route;
import io.taskforge.store.DocumentKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One resource of every kind that a tenant can own, and requests that name it. */
final class TenantResources {
  private static final Pattern PART = Pattern.compile("\\{([^/}]*)}");
  private static final String WEBHOOK =
      "{'url': 'https://example.org/', 'events': ['alert.raised']}";
  private static final Map<String, String> BODIES =
      Map.ofEntries(
          Map.entry("/api/v1/jobs", "{'type': 'work', 'delay': '1h'}"),
          Map.entry("/api/v1/jobs/batch", "{'jobs': [{'type': 'work', 'delay': '1h'}]}"),
          Map.entry("/api/v1/calls", "{'api': 'https://example.org/', 'schedule': '@daily'}"),
          Map.entry("/api/v1/jobs/{id}/reschedule", "{'delay': '5m'}"),
          Map.entry("/api/v1/jobs/{id}/copy", "{'once': 'a7'}"),
          Map.entry("/api/v1/destinations/{id}/hold", "{'reason': 'upgrade'}"),
          Map.entry("/api/v1/destinations/{id}/release", "{'reason': 'done'}"),
          Map.entry(
              "/api/v1/claims",
              "{'worker': 'w', 'types': ['secretwork'], 'queues': ['$queue'], 'limit': 9}"),
          Map.entry("/api/v1/leases/results", "{'results': [{'token': '$lease'}]}"),
          Map.entry("/api/v1/leases/extensions", "{'tokens': ['$lease']}"),
          Map.entry("/api/v1/leases/{token}/fail", "{'errorType': 'timeout'}"),
          Map.entry("/api/v1/failure-groups/{fingerprint}", "{'note': 'ours'}"),
          Map.entry("/api/v1/redrives", "{'ids': ['$dead']}"),
          Map.entry("/api/v1/redrives/preview", "{'ids': ['$dead']}"),
          Map.entry("/api/v1/schedules", "{'cron': '0 8 * * *', 'job': {'type': 'work'}}"),
          Map.entry("/api/v1/schedules/{id}", "{'cron': '0 8 * * *', 'job': {'type': 'work'}}"),
          Map.entry("/api/v1/queues/{name}", "{}"),
          Map.entry("/api/v1/tenants/{name}", "{}"),
          Map.entry("/api/v1/alert-rules/{name}", "{}"),
          Map.entry("/api/v1/policies/{name}", "{'preset': 'once'}"),
          Map.entry("/api/v1/types/{name}", "{'retryPolicy': 'once'}"),
          Map.entry("/api/v1/policies/validate", "{'policy': {'strategy': 'fixed'}}"),
          Map.entry("/api/v1/policies/preview", "{'policy': 'default'}"),
          Map.entry("/api/v1/webhooks", WEBHOOK),
          Map.entry("/api/v1/webhooks/{id}", WEBHOOK),
          Map.entry("/api/v1/keys", "{'scope': 'read'}"));

  private final TestServer server;
  private final String tenant;
  private final Map<String, String> ids = new HashMap<>();

  private TenantResources(TestServer server, String tenant) {
    this.server = server;
    this.tenant = tenant;
  }

  static TenantResources make(TestServer server, String tenant) {
    TenantResources resources = new TenantResources(server, tenant);
    String common = "\"tenant\": \"%s\", \"type\": \"secretwork\"".formatted(tenant);
    String queue = "queue-of-" + tenant;
    server.put(
        "/api/v1/queues/" + queue,
        "{\"retryPolicy\": \"once\", \"deadLetterQueue\": \"dead-of-%s\"}".formatted(tenant));
    resources.ids.put("queues", queue);
    String fail = resources.enqueue(common, queue);
    String token = resources.claim(queue);
    server
        .post(
            "/api/v1/leases/" + token + "/fail",
            "{\"errorType\": \"timeout\", \"message\": \"of %s\"}".formatted(tenant))
        .is(200);
    resources.ids.put("dead-letters", fail);
    resources.ids.put(
        "failure-groups",
        server.get("/api/v1/failure-groups?tenant=" + tenant).is(200).at("/items/0/fingerprint"));
    resources.enqueue(common, queue);
    resources.ids.put("leases", resources.claim(queue));
    resources.ids.put("jobs", resources.enqueue(common, queue));
    server
        .post(
            "/api/v1/schedules",
            """
            {"id": "schedule-of-%s", "tenant": "%s", "cron": "0 8 * * *",
             "job": {"type": "secretwork"}}
            """
                .formatted(tenant, tenant))
        .is(201);
    resources.ids.put("schedules", "schedule-of-" + tenant);
    resources.ids.put("tenants", tenant);
    resources.ids.put(
        "webhooks",
        server
            .post(
                "/api/v1/webhooks",
                WEBHOOK.replace('\'', '"').replace("{", "{\"tenant\": \"" + tenant + "\", "))
            .is(201)
            .at("/id"));
    resources.ids.put(
        "redrives",
        server
            .post(
                "/api/v1/redrives",
                "{\"filter\": {\"tenant\": \"%s\", \"queue\": \"none\"}}".formatted(tenant))
            .is(202)
            .at("/id"));
    return resources;
  }

  private String enqueue(String fields, String queue) {
    return server
        .post(
            "/api/v1/jobs",
            "{%s, \"queue\": \"%s\", \"payload\": \"payload of %s\"}"
                .formatted(fields, queue, tenant))
        .is(201)
        .at("/id");
  }

  private String claim(String queue) {
    return server
        .post(
            "/api/v1/claims",
            "{\"worker\": \"w\", \"types\": [\"secretwork\"], \"queues\": [\"%s\"], \"lease\": \"1h\"}"
                .formatted(queue))
        .is(200)
        .at("/items/0/token");
  }

  void add(String collection, String id) {
    ids.put(collection, id);
  }

  /** Whether the path of a route names one resource that belongs to a tenant. */
  boolean namesOneResource(Route route) {
    return route.path().contains("{")
        && !route.access().operatorsOnly()
        && !collection(route).equals("policies");
  }

  private static String collection(Route route) {
    String[] parts = route.path().split("/", -1);
    return parts.length > 3 ? parts[3] : "";
  }

  /** Calls a route for this tenant's resource. */
  Answer call(Route route, String... headers) {
    Matcher part = PART.matcher(route.path());
    String path = route.path();
    if (part.find()) {
      String id = ids.get(collection(route));
      if (id == null) {
        id = "default"; // policies belong to no tenant
      }
      path = part.replaceAll(id);
    }
    if (route.path().endsWith("/recommendation")) {
      path += "?errorType=timeout";
    }
    if (route.path().contains("/retry-")) {
      path += "?from=2030-01-01T00:00:00Z&to=2030-01-02T00:00:00Z";
    }
    return switch (route.method()) {
      case "GET" -> server.get(path, headers);
      case "DELETE" -> server.delete(path, headers);
      case "PUT" -> server.put(path, Objects.requireNonNull(body(route)), headers);
      default -> {
        String body = body(route);
        yield body == null ? server.post(path, "{}", headers) : server.post(path, body, headers);
      }
    };
  }

  private @Nullable String body(Route route) {
    String body = BODIES.get(route.path());
    return body == null
        ? null
        : body.replace('\'', '"')
            .replace("$lease", ids.getOrDefault("leases", ""))
            .replace("$dead", ids.getOrDefault("dead-letters", ""))
            .replace("$queue", "queue-of-" + tenant);
  }

  /** Returns the ids of this tenant that a text contains. */
  List<String> leaksIn(String text) {
    return ids.values().stream()
        .filter(id -> id.length() > 11)
        .filter(id -> text.contains("\"" + id + "\""))
        .toList();
  }

  /** Returns the current state of all resources of this tenant. */
  String snapshot() {
    Map<String, Object> all = new TreeMap<>();
    all.put(
        "jobs",
        server.store().queries().list(JobFilter.all(1_000).tenant(new TenantId(tenant))).items());
    for (DocumentKind kind : DocumentKind.values()) {
      all.put(
          kind.name(), server.store().documents().list(kind, new TenantId(tenant), null, 1_000));
    }
    return all.toString();
  }
}
