package io.taskforge.server.api;

/** A server and a scripted worker, for tests of routes. */
public interface ServerUnderTest {
  TestServer server();

  /** Enqueues a job of type {@code work}, and returns its id. */
  default String enqueue(String queue) {
    return enqueue(queue, "");
  }

  /** Like {@link #enqueue(String)}, with more keys, such as {@code , "tenant": "ann"}. */
  default String enqueue(String queue, String more) {
    return server()
        .post("/api/v1/jobs", "{\"type\": \"work\", \"queue\": \"%s\"%s}".formatted(queue, more))
        .is(201)
        .at("/id");
  }

  /** Claims a queue's next job, and returns its lease's token. */
  default String claim(String queue) {
    return server()
        .post(
            "/api/v1/claims",
            "{\"worker\": \"test\", \"types\": [\"work\"], \"queues\": [\"%s\"]}".formatted(queue))
        .is(200)
        .at("/items/0/token");
  }

  /** Runs a queue's next job, which fails. */
  default void fail(String queue, String errorType, String message) {
    server()
        .post(
            "/api/v1/leases/" + claim(queue) + "/fail",
            "{\"errorType\": \"%s\", \"message\": \"%s\"}".formatted(errorType, message))
        .is(200);
  }

  /** Runs a queue's next job, which succeeds. */
  default void complete(String queue) {
    server().post("/api/v1/leases/" + claim(queue) + "/complete").is(200);
  }

  /** Creates a queue whose jobs have one attempt and a dead letter queue. */
  default void putQueueWithDeadLetters(String queue, String deadLetterQueue) {
    server()
        .put(
            "/api/v1/queues/" + queue,
            "{\"retryPolicy\": \"once\", \"deadLetterQueue\": \"%s\"}".formatted(deadLetterQueue))
        .is(201);
  }
}
