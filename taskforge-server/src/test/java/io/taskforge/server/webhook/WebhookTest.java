package io.taskforge.server.webhook;

import io.taskforge.server.api.Answer;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import io.taskforge.server.endpoint.Received;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base class of webhook tests: a server with a manual clock, and receivers. */
abstract class WebhookTest {
  static final String WEBHOOKS = "/api/v1/webhooks";

  @TempDir Path directory;
  TestServer server;
  private final List<MisbehavingEndpoint> endpoints = new ArrayList<>();

  @BeforeEach
  void start() {
    server = open();
  }

  TestServer open() {
    return TestServer.onSqlite(directory);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    for (MisbehavingEndpoint endpoint : endpoints) {
      endpoint.close();
    }
  }

  /** A receiver that responds with these statuses in order and then repeats the last. */
  MisbehavingEndpoint receiver(int... statuses) {
    Behaviour[] behaviours = new Behaviour[statuses.length];
    for (int i = 0; i < statuses.length; i++) {
      behaviours[i] = Behaviour.status(statuses[i], "");
    }
    return receiver(Behaviour.script(behaviours));
  }

  MisbehavingEndpoint receiver(Behaviour behaviour) {
    MisbehavingEndpoint endpoint = MisbehavingEndpoint.start(behaviour);
    endpoints.add(endpoint);
    return endpoint;
  }

  /** Creates a webhook; {@code more} are further fields, such as {@code , "queue": "mail"}. */
  Answer webhook(MisbehavingEndpoint to, String events, String more) {
    return server
        .post(
            WEBHOOKS,
            "{\"url\": \"%s\", \"events\": [\"%s\"]%s}"
                .formatted(to.url("/hook"), events.replace(", ", "\", \""), more))
        .is(201);
  }

  Answer webhook(MisbehavingEndpoint to, String events) {
    return webhook(to, events, "");
  }

  /** Enqueues a job of type {@code work}, runs it, and returns its id. */
  String succeeded(String queue, String more) {
    String id = enqueued(queue, more);
    server.post("/api/v1/leases/" + claimed(queue) + "/complete").is(200);
    return id;
  }

  String failed(String queue, String message) {
    String id = enqueued(queue, "");
    server
        .post(
            "/api/v1/leases/" + claimed(queue) + "/fail",
            "{\"errorType\": \"broken\", \"kind\": \"PERMANENT\", \"message\": \"%s\"}"
                .formatted(message))
        .is(200);
    return id;
  }

  String enqueued(String queue, String more) {
    return server
        .post("/api/v1/jobs", "{\"type\": \"work\", \"queue\": \"%s\"%s}".formatted(queue, more))
        .is(201)
        .at("/id");
  }

  private String claimed(String queue) {
    return server
        .post(
            "/api/v1/claims",
            "{\"worker\": \"test\", \"types\": [\"work\"], \"queues\": [\"%s\"]}".formatted(queue))
        .is(200)
        .at("/items/0/token");
  }

  Answer deliveries(Answer webhook) {
    return server.get(WEBHOOKS + "/" + webhook.at("/id") + "/deliveries").is(200);
  }

  static List<String> header(MisbehavingEndpoint receiver, String name) {
    return receiver.received().stream().map(r -> r.headers().getOrDefault(name, "none")).toList();
  }

  static Received last(MisbehavingEndpoint receiver) {
    return receiver.received().get(receiver.received().size() - 1);
  }
}
