package io.taskforge.server.dashboard;

import io.taskforge.destination.Breaker;
import io.taskforge.destination.DestinationError;
import io.taskforge.destination.DestinationJson;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.destination.DestinationState;
import io.taskforge.destination.Hold;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.job.WorkerId;
import io.taskforge.json.strict.Json;
import io.taskforge.server.api.Answer;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.Heartbeat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A store with each of 100 hostile strings in every field that accepts such text: through the API,
 * or written by a worker. Each field has its name before the string, so that a test knows which
 * fields a page shows.
 */
public final class HostileStore {
  /** A type and a tag that are scripts as the target of a link. */
  private static final String LINK = "javascript:window.executed";

  private static final String FIXED = "{\"strategy\": \"fixed\", \"delay\": \"1h\"}";
  private final TestServer server;
  private final List<String> texts;

  private HostileStore(TestServer server, List<String> texts) {
    this.server = server;
    this.texts = texts;
  }

  /** Fills a store whose background tasks only {@code server} runs. */
  public static void fill(TestServer server, List<String> texts) throws Exception {
    HostileStore store = new HostileStore(server, texts);
    store.jobs();
    store.deadLetters();
    store.webhooks();
    store.settings();
    store.documents();
    store.workers();
    store.redrives();
  }

  /** A string as the name of an error or a destination, without spaces and control characters. */
  public static String name(String field, String text) {
    return field + "/" + text.replaceAll("(?U)[\\s\\p{C}]", "/");
  }

  private JsonNode post(String path, Object json, String... headers) {
    return ok(server.post("/api/v1" + path, json.toString(), headers));
  }

  private void put(String path, Object json) {
    ok(server.put("/api/v1" + path, json.toString()));
  }

  private static JsonNode ok(Answer answer) {
    if (answer.status() >= 300) {
      throw new IllegalStateException(answer.text());
    }
    return answer.text().isEmpty() ? Json.object() : answer.json();
  }

  private static ObjectNode reason(String field, String text) {
    return Json.object().put("reason", field + " " + text);
  }

  private List<String> enqueue(List<String> queues, String field) {
    ArrayNode jobs = Json.array();
    for (int i = 0; i < texts.size(); i++) {
      ObjectNode job = jobs.addObject();
      job.put("type", LINK).put("queue", queues.get(i % queues.size()));
      job.put("idempotencyKey", field + " key " + texts.get(i));
      job.putObject("payload").put(field + " payload " + texts.get(i), texts.get(i));
      job.putArray("tags").add(LINK + "=1");
    }
    List<String> ids = new ArrayList<>();
    for (JsonNode each :
        post("/jobs/batch", "{\"jobs\": " + Json.write(jobs) + "}").path("items")) {
      ids.add(each.path("id").asString());
    }
    return ids;
  }

  /** Ends the claimed jobs; each result gets the string of its job's payload. */
  private void run(List<String> queues, Result result) {
    ObjectNode claim = Json.object().put("worker", LINK).put("limit", texts.size());
    claim.putArray("types").add(LINK);
    queues.forEach(claim.putArray("queues")::add);
    ObjectNode body = Json.object();
    ArrayNode results = body.putArray("results");
    for (JsonNode job : post("/claims", claim).path("items")) {
      ObjectNode one = results.addObject().put("token", job.path("token").asString());
      result.write(one, job.path("payload").iterator().next().asString());
    }
    post("/leases/results", body);
  }

  private interface Result {
    void write(ObjectNode json, String text);
  }

  private static void failure(ObjectNode json, String kind, String text) {
    json.putObject("failure")
        .put("errorType", name("error", text))
        .put("kind", kind)
        .put("message", "message " + text)
        .put("stackTrace", "stack " + text);
    json.putArray("log").add("log " + text);
  }

  /** Jobs that fail, are dead-lettered and redriven for a reason, and end with a result. */
  private void jobs() {
    List<String> mail = List.of("mail");
    put(
        "/queues/mail",
        "{\"deadLetterQueue\": \"mail.dead\", \"retryPolicy\": {\"maxRetries\": 3, \"backoff\": "
            + FIXED
            + "}}");
    List<String> ids = enqueue(mail, "job");
    run(mail, (json, text) -> failure(json, "TRANSIENT", text));
    for (int i = 0; i < ids.size(); i++) {
      post("/jobs/" + ids.get(i) + "/dead-letter", reason("dead-letter reason", texts.get(i)));
      post("/dead-letters/" + ids.get(i) + "/redrive", "{}");
    }
    run(
        mail,
        (json, text) -> {
          json.set("discard", reason("cancel reason", text));
          json.put("result", "result " + text);
        });
  }

  /** Dead letters in 100 queues: 100 alerts, and 100 failure groups. */
  private void deadLetters() {
    List<String> queues = IntStream.range(0, texts.size()).mapToObj(i -> "q" + i).toList();
    queues.forEach(
        queue ->
            put(
                "/queues/" + queue,
                "{\"deadLetterQueue\": \"%s.dead\", \"deadLetterOn\": \"ALL\"}".formatted(queue)));
    enqueue(queues, "dead");
    run(queues, (json, text) -> failure(json, "PERMANENT", text));
    put("/alert-rules/dead-letters", "{\"for\": \"0s\"}");
    server.alerts().turn();
    int next = 0;
    for (JsonNode alert : items("/alerts")) {
      ObjectNode note = Json.object().put("note", "alert note " + texts.get(next++));
      post("/alerts/" + alert.path("id").asString() + "/acknowledge", note);
    }
    next = 0;
    for (JsonNode group : items("/failure-groups")) {
      String text = texts.get(next++);
      ObjectNode note = Json.object().put("owner", text).put("note", "group note " + text);
      put("/failure-groups/" + group.path("fingerprint").asString(), note);
    }
  }

  /** Webhooks whose receiver answers with hostile text. */
  private void webhooks() throws Exception {
    Behaviour[] answers =
        texts.stream().map(t -> Behaviour.status(200, "answer " + t)).toArray(Behaviour[]::new);
    try (MisbehavingEndpoint receiver = MisbehavingEndpoint.start(Behaviour.script(answers))) {
      for (String text : texts) {
        ObjectNode hook = Json.object().put("name", "hook " + text).put("url", receiver.url("/"));
        hook.putArray("events").add("job.dead");
        String id = post("/webhooks", hook).path("id").asString();
        post("/webhooks/" + id + "/test", "{}");
        server.runDue();
      }
    }
    int next = 0;
    for (JsonNode hook : items("/webhooks")) {
      DocumentKey key =
          new DocumentKey(DocumentKind.WEBHOOK, TenantId.DEFAULT, hook.path("id").asString());
      Document found = server.store().documents().find(key).orElseThrow();
      ObjectNode json = (ObjectNode) Json.read(found.json());
      json.putObject("off")
          .put("at", Instant.now().toString())
          .put("reason", "disabled reason " + texts.get(next++));
      Document ignored =
          server
              .store()
              .documents()
              .replace(key, found.version(), Json.write(json), null)
              .orElseThrow();
    }
  }

  private void settings() {
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      ObjectNode schedule = Json.object().put("id", "s" + i).put("cron", "0 3 * * *");
      schedule.put("name", "schedule " + text).put("description", "description " + text);
      schedule.putObject("job").put("type", LINK).put("payload", "scheduled payload " + text);
      post("/schedules", schedule);
      ObjectNode policy = Json.object().put("maxRetries", 1);
      policy.set("backoff", Json.read(FIXED));
      policy.putObject("retryOn").putArray("errors").add(name("policy", text));
      put("/policies/p" + i, policy);
    }
  }

  private void documents() {
    for (String text : texts) {
      DestinationState healthy = DestinationState.healthy(DestinationSettings.defaults());
      DestinationState held =
          new DestinationState(
              Breaker.CLOSED,
              1,
              healthy.window(),
              null,
              new Hold(null, "hold reason " + text, "holder " + text),
              0,
              List.of(
                  new DestinationError(Instant.now(), name("type", text), "called " + text),
                  new DestinationError(Instant.now(), "timeout", "called before " + text)),
              List.of());
      DocumentKey key =
          new DocumentKey(DocumentKind.DESTINATION, TenantId.DEFAULT, name("destination", text));
      Document ignored =
          server.store().documents().create(key, DestinationJson.write(held), null).orElseThrow();
    }
  }

  private void workers() {
    for (int i = 0; i < texts.size(); i++) {
      var ignored =
          server
              .store()
              .heartbeat(
                  new Heartbeat(
                      new ClaimRequest.Lease(new WorkerId("w" + i), Duration.ofHours(1)),
                      List.of(),
                      "host " + texts.get(i),
                      "v" + i % 10 + " " + texts.get(i),
                      Set.of(new QueueName("mail")),
                      Set.of(new JobTypeName(LINK)),
                      1,
                      0));
    }
  }

  /** Redrives that have not begun. */
  private void redrives() {
    for (String text : texts) {
      ObjectNode redrive = Json.object();
      redrive.putObject("filter").put("errorType", name("redriven", text));
      post("/redrives", redrive, "Idempotency-Key", "k" + texts.indexOf(text));
    }
  }

  private JsonNode items(String path) {
    JsonNode items = server.get("/api/v1" + path + "?limit=1000").is(200).json().path("items");
    if (items.size() < texts.size()) {
      throw new IllegalStateException(path + " has only " + items.size() + " items");
    }
    return items;
  }
}
