package io.taskforge.server.api;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What tests of routes share: a server, and a worker that does as it is told. */
abstract class RoutesTest {
  @TempDir Path directory;
  TestServer server;

  @BeforeEach
  void start() {
    server = open();
  }

  /** Opens the server; another store is another subclass. */
  TestServer open() {
    return TestServer.onSqlite(directory);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Enqueues a job of type {@code work}, and returns its id. */
  String enqueue(String queue) {
    return enqueue(queue, "");
  }

  /** As {@link #enqueue(String)}, with more keys, such as {@code , "tenant": "ann"}. */
  String enqueue(String queue, String more) {
    return server
        .post("/api/v1/jobs", "{\"type\": \"work\", \"queue\": \"%s\"%s}".formatted(queue, more))
        .is(201)
        .at("/id");
  }

  /** Claims a queue's next job, and returns its lease's token. */
  String claim(String queue) {
    return server
        .post(
            "/api/v1/claims",
            "{\"worker\": \"test\", \"types\": [\"work\"], \"queues\": [\"%s\"]}".formatted(queue))
        .is(200)
        .at("/items/0/token");
  }

  /** Runs a queue's next job, which fails. */
  void fail(String queue, String errorType, String message) {
    server
        .post(
            "/api/v1/leases/" + claim(queue) + "/fail",
            "{\"errorType\": \"%s\", \"message\": \"%s\"}".formatted(errorType, message))
        .is(200);
  }

  /** Runs a queue's next job, which succeeds. */
  void complete(String queue) {
    server.post("/api/v1/leases/" + claim(queue) + "/complete").is(200);
  }

  /** Puts a queue whose jobs have one attempt, and then lie in another one. */
  void putQueueWithDeadLetters(String queue, String deadLetterQueue) {
    server
        .put(
            "/api/v1/queues/" + queue,
            "{\"retryPolicy\": \"once\", \"deadLetterQueue\": \"%s\"}".formatted(deadLetterQueue))
        .is(201);
  }
}
