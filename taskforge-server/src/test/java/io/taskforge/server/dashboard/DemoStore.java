package io.taskforge.server.dashboard;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.Answer;
import io.taskforge.server.api.TestDestinations;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server whose store has a week of jobs, made in seconds with a manual clock. In the last 25
 * minutes a payment service is down: retries, dead letters, a backlog and alerts.
 */
final class DemoStore {
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Duration FINE = Duration.ofMinutes(125);
  private static final Duration OUTAGE = Duration.ofMinutes(25);
  private static final Duration STEP = Duration.ofSeconds(30);
  private static final List<String> QUEUES = List.of("mail", "billing", "images", "reports");
  private static final List<String> TYPES = List.of("send-mail", "charge-card", "resize", "report");
  private static final List<String> TENANTS = List.of("default", "acme", "globex");

  private final SplittableRandom random = new SplittableRandom(7);
  private final TestServer server;
  private final Instant end;

  private DemoStore(TestServer server, Instant end) {
    this.server = server;
    this.end = end;
  }

  /** Serves the demo store for development, until the process ends. */
  public static void main(String[] args) throws Exception {
    TestServer server = open(Files.createTempDirectory("taskforge-demo"));
    System.out.println(server.url());
    Thread.currentThread().join();
  }

  /** Opens a server on SQLite and fills it; its clock ends at the present. */
  static TestServer open(Path directory) {
    Instant end = Instant.now();
    TestServer server = TestServer.onSqlite(directory, end.minus(WEEK));
    new DemoStore(server, end).fill();
    return server;
  }

  /** The hash of each page, by name. */
  static Map<String, String> pages(TestServer server) {
    String dead =
        server.get("/api/v1/dead-letters?source=billing&limit=1").is(200).at("/items/0/id");
    String hook = server.get("/api/v1/webhooks").is(200).at("/items/0/id");
    String group = server.get("/api/v1/failure-groups").is(200).at("/items/0/fingerprint");
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("overview", "");
    pages.put("overview-week", "?period=week");
    pages.put("jobs", "jobs");
    pages.put("job", "jobs/" + dead);
    pages.put("queues", "queues");
    pages.put("queue", "queues/billing");
    pages.put("workers", "workers");
    pages.put("destinations", "destinations");
    pages.put("alerts", "alerts");
    pages.put("dead-letters", "dead-letters");
    pages.put("failure-groups", "failure-groups");
    pages.put("failure-group", "failure-groups/" + group);
    pages.put("redrives", "redrives");
    pages.put("schedules", "schedules");
    pages.put("schedule", "schedules/nightly-report");
    pages.put("webhooks", "webhooks");
    pages.put("webhook", "webhooks/" + hook);
    pages.put("policies", "policies");
    pages.put("policy-lab", "policy-lab");
    pages.put("alert-rules", "alert-rules");
    pages.put("tenants", "tenants");
    pages.put("keys", "keys");
    pages.put("audit", "audit");
    return pages;
  }

  /** Turns authentication on, and enters the key of a tenant. */
  static void useKeyOfTenant(TestServer server, Tab tab) {
    String admin =
        server
            .post("/api/v1/keys", "{\"scope\": \"admin\", \"allTenants\": true}")
            .is(201)
            .at("/key");
    String key =
        server
            .post(
                "/api/v1/keys",
                "{\"scope\": \"write\", \"tenant\": \"acme\"}",
                "Authorization",
                "Bearer " + admin)
            .is(201)
            .at("/key");
    useKey(server, tab, key, "Tenant acme");
  }

  /** Enters a key, and waits for the page with that heading. */
  static void useKey(TestServer server, Tab tab, String key, String heading) {
    tab.open(server.url() + "/#/");
    tab.type("Key", key);
    tab.click("Use key");
    tab.await("document.querySelector('h1')?.textContent === " + Tab.quoted(heading));
  }

  private void fill() {
    settings();
    while (now().plus(Duration.ofHours(1)).isBefore(end.minus(FINE))) {
      traffic(12 + (int) (30 * daylight()), false);
      server.clock().advance(Duration.ofMinutes(58));
    }
    for (Instant next = end.minus(FINE); next.isBefore(end); next = next.plus(STEP)) {
      Duration until = Duration.between(now(), next);
      server.clock().advance(until.isNegative() ? Duration.ZERO : until);
      if (next.equals(end.minus(OUTAGE))) {
        TestDestinations.open(server.store(), null);
      }
      boolean down = next.isAfter(end.minus(OUTAGE));
      traffic(3 + random.nextInt(6), down);
      server.load().turn();
      if (down) {
        server.runDue();
      }
    }
    // Filling takes a while; what is shown as "ago" is measured from the present.
    server.clock().advance(Duration.between(now(), Instant.now()));
    last();
  }

  /** The version that was deployed an hour before the end. */
  private String version() {
    return now().isBefore(end.minus(Duration.ofHours(1))) ? "2.3.1" : "2.4.0";
  }

  private Instant now() {
    return server.clock().instant();
  }

  private double daylight() {
    double hour = now().atZone(ZoneOffset.UTC).getHour();
    return Math.max(0, Math.sin((hour - 6) / 24 * 2 * Math.PI)) + 0.1;
  }

  private void settings() {
    put(
        "/policies/slow-mail",
        "{\"maxRetries\": 8, \"backoff\": {\"strategy\": \"exponential\", \"initial\": \"5s\","
            + " \"multiplier\": 3}, \"maxDelay\": \"1h\"}");
    queue("mail", "\"slow-mail\"", "mail.dead", ", \"concurrency\": 20");
    queue(
        "billing",
        policy(2, "20s"),
        "billing.dead",
        ", \"rate\": {\"starts\": 50, \"per\": \"1s\"}");
    queue("images", policy(1, "5s"), "images.dead", "");
    post(
        "/schedules",
        schedule("nightly-report", "0 3 * * *", "Europe/Berlin", "report", "reports"));
    post("/schedules", schedule("newsletter", "*/15 8-18 * * mon-fri", "UTC", "send-mail", "mail"));
    post(
        "/schedules",
        schedule("invoices", "0 6 1 * *", "America/New_York", "charge-card", "billing"));
    post(
        "/webhooks",
        ("{\"name\": \"Pager\", \"url\": \"%s\", \"events\": [\"alert.raised\", \"alert.resolved\"],"
                + " \"allTenants\": true}")
            .formatted(receiver()));
    put("/tenants/acme", "{\"maxWaiting\": 10000, \"jobsPerSecond\": 50}");
  }

  /** A receiver of webhooks that accepts everything; it ends with the process. */
  private static String receiver() {
    return MisbehavingEndpoint.start(Behaviour.status(204, "")).url("/hooks");
  }

  private static String policy(int retries, String delay) {
    return "{\"maxRetries\": %d, \"backoff\": {\"strategy\": \"fixed\", \"delay\": \"%s\"}}"
        .formatted(retries, delay);
  }

  private void queue(String name, String policy, String dead, String more) {
    put(
        "/queues/" + name,
        "{\"retryPolicy\": %s, \"deadLetterQueue\": \"%s\", \"deadLetterOn\": \"ALL\"%s}"
            .formatted(policy, dead, more));
  }

  private static String schedule(String id, String cron, String zone, String type, String queue) {
    return "{\"id\": \"%s\", \"cron\": \"%s\", \"zone\": \"%s\", \"misfire\": \"skip\", \"job\": {\"type\": \"%s\", \"queue\": \"%s\"}}"
        .formatted(id, cron, zone, type, queue);
  }

  /** Enqueues jobs and runs those that are due, except in billing while that is down. */
  private void traffic(int jobs, boolean down) {
    ArrayNode batch = Json.array();
    for (int i = 0; i < jobs; i++) {
      int kind = random.nextInt(10) < 5 ? 0 : random.nextInt(4);
      ObjectNode job = batch.addObject();
      job.put("type", TYPES.get(kind)).put("queue", QUEUES.get(kind));
      job.put("tenant", TENANTS.get(random.nextInt(10) < 6 ? 0 : 1 + random.nextInt(2)));
      ObjectNode payload = job.putObject("payload");
      payload.put("order", 40_000 + random.nextInt(9_999)).put("to", "customer@example.com");
    }
    post("/jobs/batch", "{\"jobs\": %s}".formatted(Json.write(batch)));
    for (int kind = 0; kind < QUEUES.size(); kind++) {
      boolean slow = down && kind == 1;
      run(kind, slow ? 3 : 50, slow ? 0.9 : kind == 2 ? 0.06 : 0.02);
    }
  }

  private void run(int kind, int most, double failing) {
    JsonNode claimed =
        post(
            "/claims",
            "{\"worker\": \"%s-1\", \"version\": \"%s\", \"types\": [\"%s\"], \"queues\": [\"%s\"], \"limit\": %d}"
                .formatted(QUEUES.get(kind), version(), TYPES.get(kind), QUEUES.get(kind), most));
    server
        .clock()
        .advance(
            Duration.ofMillis((long) (40 * Math.pow(6, kind % 3) * random.nextDouble(0.5, 2))));
    ArrayNode results = Json.array();
    for (JsonNode job : claimed.path("items")) {
      ObjectNode result = results.addObject();
      result.put("token", job.path("token").asString());
      if (random.nextDouble() < failing) {
        failure(result.putObject("failure"), kind);
      }
    }
    if (!results.isEmpty()) {
      post("/leases/results", "{\"results\": %s}".formatted(Json.write(results)));
    }
  }

  private void failure(ObjectNode failure, int kind) {
    if (kind == 1) {
      failure.put("errorType", "http_503").put("statusCode", 503);
      failure.put("message", "payments.example answered 503: upstream connect error");
    } else if (kind == 2) {
      failure.put("errorType", "ImageFormatException");
      failure.put("message", "image " + random.nextInt(9_999) + " has an unknown format");
      failure.put("stackTrace", "ImageFormatException\n\tat app.Images.decode(Images.java:41)");
    } else {
      failure.put("errorType", "timeout").put("message", "no answer after 5 s");
    }
  }

  /** What runs and waits at the end. */
  private void last() {
    for (int kind = 0; kind < QUEUES.size(); kind++) {
      for (int i = 0; i < 3; i++) {
        post(
            "/jobs",
            "{\"type\": \"%s\", \"queue\": \"%s\", \"payload\": {\"order\": %d}}"
                .formatted(TYPES.get(kind), QUEUES.get(kind), 50_000 + i));
      }
      post(
          "/claims",
          "{\"worker\": \"%s-1\", \"version\": \"%s\", \"types\": [\"%s\"], \"queues\": [\"%s\"], \"limit\": %d, \"lease\": \"1h\"}"
              .formatted(
                  QUEUES.get(kind), version(), TYPES.get(kind), QUEUES.get(kind), 1 + kind % 3));
    }
    post("/jobs", "{\"type\": \"report\", \"queue\": \"reports\", \"delay\": \"2h\"}");
    put("/queues/legacy", "{\"concurrency\": 2}");
    post("/queues/legacy/pause", "");
    post(
        "/redrives",
        "{\"filter\": {\"source\": \"images\"}, \"ratePerSecond\": 5, \"stopIfFailureRatio\":"
            + " 0.2}");
    post(
        "/destinations/smtp.example.com:25/hold",
        "{\"reason\": \"the provider upgrades it\", \"for\": \"2h\"}");
    server.alerts().turn();
    server.load().turn();
    note("http_503", "{\"owner\": \"payments team\", \"note\": \"see INC-42\"}");
    note("timeout", "{\"owner\": \"mail team\"}");
  }

  /** Records something about the failure group of an error type. */
  private void note(String errorType, String json) {
    for (JsonNode group : server.get("/api/v1/failure-groups").is(200).json().path("items")) {
      if (group.path("errorType").asString().equals(errorType)) {
        put("/failure-groups/" + group.path("fingerprint").asString(), json);
      }
    }
  }

  private JsonNode post(String path, String json) {
    return ok(server.post("/api/v1" + path, json));
  }

  private void put(String path, String json) {
    ok(server.put("/api/v1" + path, json));
  }

  private static JsonNode ok(Answer answer) {
    if (answer.status() >= 300) {
      throw new IllegalStateException(answer.text());
    }
    return answer.json();
  }
}
