package io.taskforge.cli.demo;

import io.taskforge.job.JobState;
import java.util.List;

/** The stories of the demo, as JSON requests to the API. */
final class Stories {
  /** A queue without a dead letter queue. */
  static final String QUEUE = "demo";

  /** A queue with a dead letter queue. */
  static final String ORDERS = "demo-orders";

  static final String DEAD_ORDERS = "demo-orders-dead";

  /** The story whose worker is killed. */
  static final String KILLED_WORKER = "killed-worker";

  private static final String JOBS = "/jobs";
  private static final String SCHEDULES = "/schedules";

  private final String endpoint;

  private Stories(String endpoint) {
    this.endpoint = endpoint;
  }

  /**
   * Returns all stories.
   *
   * @param endpoint the URL of the misbehaving endpoint
   */
  static List<Story> against(String endpoint) {
    Stories stories = new Stories(endpoint);
    return List.of(
        stories.success(),
        stories.flaky(),
        stories.alwaysFailing(),
        stories.notRetryable(),
        stories.timeout(),
        stories.rateLimited(),
        stories.atMostOnce(),
        stories.recurring(),
        killedWorker());
  }

  private Story success() {
    return call(
        "success",
        "responds with 200",
        "/ok",
        QUEUE,
        "",
        Expectation.of(JobState.SUCCEEDED, 1),
        "one attempt, one call");
  }

  private Story flaky() {
    String more =
        """
        , "retryPolicy": {
          "maxRetries": 4,
          "backoff": {"strategy": "exponential", "initial": "500ms", "multiplier": 2},
          "jitter": {"type": "proportional", "factor": 0.2}
        }""";
    return call(
        "flaky",
        "responds with 503 twice, then 200",
        "/flaky",
        QUEUE,
        more,
        Expectation.of(JobState.SUCCEEDED, 3),
        "the delay doubles; jitter spreads the retries of many jobs");
  }

  private Story alwaysFailing() {
    String more =
        """
        , "retryPolicy": {
          "maxRetries": 3,
          "backoff": {"strategy": "fibonacci", "base": "500ms"},
          "jitter": {"type": "none"}
        }""";
    return call(
        "always-failing",
        "always responds with 500",
        "/broken",
        ORDERS,
        more,
        Expectation.of(JobState.DEAD, 4),
        "3 retries are 4 attempts; then it moves to " + DEAD_ORDERS);
  }

  private Story notRetryable() {
    return call(
        "not-retryable",
        "responds with 422",
        "/strict",
        QUEUE,
        "",
        Expectation.of(JobState.FAILED, 1),
        "permanent failures are not retried");
  }

  private Story timeout() {
    String more =
        """
        , "retryPolicy": {
          "maxRetries": 3,
          "backoff": {"strategy": "fixed", "delay": "500ms"},
          "jitter": {"type": "none"}
        }""";
    return new Story(
        "timeout",
        "does not respond to the first request",
        "/sleepy",
        JOBS,
        """
        {"queue": "%s", "tenant": "timeout", "type": "http", "payload": {"url": "%s", "timeout": "2s"}%s}
        """
            .formatted(QUEUE, endpoint + "/sleepy", more),
        null,
        Expectation.of(JobState.SUCCEEDED, 2),
        "timed out after 2 s and was retried");
  }

  private Story rateLimited() {
    String more =
        """
        , "retryPolicy": {
          "maxRetries": 3,
          "backoff": {"strategy": "exponential", "initial": "200ms", "multiplier": 2},
          "jitter": {"type": "full"}
        }""";
    return call(
        "rate-limited",
        "responds with 429 and Retry-After: 2, then 200",
        "/crowded",
        QUEUE,
        more,
        Expectation.of(JobState.SUCCEEDED, 2),
        "Retry-After takes precedence over the policy's delay");
  }

  private Story atMostOnce() {
    return call(
        "at-most-once",
        "responds with 503 to an AT_MOST_ONCE job",
        "/charge",
        QUEUE,
        ", \"guarantee\": \"AT_MOST_ONCE\"",
        Expectation.of(JobState.FAILED, 1),
        "503 is normally retried, but not with this guarantee");
  }

  private Story recurring() {
    return new Story(
        "recurring",
        "is called every 5 s and responds with 200",
        "/tick",
        SCHEDULES,
        """
        {"id": "every-5s", "tenant": "recurring", "cron": "*/5 * * * * *",
         "job": {"queue": "%s", "type": "http", "payload": {"url": "%s"}}}
        """
            .formatted(QUEUE, endpoint + "/tick"),
        SCHEDULES + "/every-5s/pause?tenant=recurring",
        Expectation.of(JobState.SUCCEEDED, 1).jobs(2),
        "one job for each run; paused after two");
  }

  private static Story killedWorker() {
    return new Story(
        KILLED_WORKER,
        "is a worker process that is killed",
        null,
        JOBS,
        """
        {"queue": "%s", "tenant": "%s", "type": "%s", "payload": {"parcel": 4711}}
        """
            .formatted(QUEUE, KILLED_WORKER, DemoWorker.TYPE),
        null,
        Expectation.of(JobState.SUCCEEDED, 2).lostLeases(1),
        "its lease expired and another worker ran it; no retry was used");
  }

  private Story call(
      String name,
      String about,
      String path,
      String queue,
      String more,
      Expectation expected,
      String notice) {
    String request =
        """
        {"queue": "%s", "tenant": "%s", "type": "http", "payload": {"url": "%s"}%s}
        """
            .formatted(queue, name, endpoint + path, more);
    return new Story(name, about, path, JOBS, request, null, expected, notice);
  }
}
