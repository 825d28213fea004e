package io.taskforge.cli.demo;

import io.taskforge.job.JobState;
import java.util.List;

/** What the demo shows, as JSON that could be sent with curl as well. */
final class Stories {
  /** Where jobs wait; has no dead letter queue. */
  static final String QUEUE = "demo";

  /** Has a dead letter queue. */
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
   * @param endpoint the URL of the one that misbehaves
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
        "answers 200",
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
        "answers 503 twice, then 200",
        "/flaky",
        QUEUE,
        more,
        Expectation.of(JobState.SUCCEEDED, 3),
        "the delay doubles; its jitter keeps many such jobs apart");
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
        "answers 500, always",
        "/broken",
        ORDERS,
        more,
        Expectation.of(JobState.DEAD, 4),
        "3 retries are 4 attempts; then it waits in " + DEAD_ORDERS);
  }

  private Story notRetryable() {
    return call(
        "not-retryable",
        "answers 422",
        "/strict",
        QUEUE,
        "",
        Expectation.of(JobState.FAILED, 1),
        "it would fail the same way again, so that no retry is wasted");
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
        "says nothing at first",
        "/sleepy",
        JOBS,
        """
        {"queue": "%s", "tenant": "timeout", "type": "http", "payload": {"url": "%s", "timeout": "2s"}%s}
        """
            .formatted(QUEUE, endpoint + "/sleepy", more),
        null,
        Expectation.of(JobState.SUCCEEDED, 2),
        "given up after 2 s of silence, and tried again");
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
        "answers 429 with Retry-After: 2, then 200",
        "/crowded",
        QUEUE,
        more,
        Expectation.of(JobState.SUCCEEDED, 2),
        "the endpoint's wish counts for more than the policy's delay");
  }

  private Story atMostOnce() {
    return call(
        "at-most-once",
        "answers 503 to a job that must not run twice",
        "/charge",
        QUEUE,
        ", \"guarantee\": \"AT_MOST_ONCE\"",
        Expectation.of(JobState.FAILED, 1),
        "503 would be retried, but not with this guarantee");
  }

  private Story recurring() {
    return new Story(
        "recurring",
        "answers 200, whenever the clock shows a multiple of 5 s",
        "/tick",
        SCHEDULES,
        """
        {"id": "every-5s", "tenant": "recurring", "cron": "*/5 * * * * *",
         "job": {"queue": "%s", "type": "http", "payload": {"url": "%s"}}}
        """
            .formatted(QUEUE, endpoint + "/tick"),
        SCHEDULES + "/every-5s/pause?tenant=recurring",
        Expectation.of(JobState.SUCCEEDED, 1).jobs(2),
        "one job for each instant; paused after two of them");
  }

  private static Story killedWorker() {
    return new Story(
        KILLED_WORKER,
        "is a process that is killed half-way",
        null,
        JOBS,
        """
        {"queue": "%s", "tenant": "%s", "type": "%s", "payload": {"parcel": 4711}}
        """
            .formatted(QUEUE, KILLED_WORKER, DemoWorker.TYPE),
        null,
        Expectation.of(JobState.SUCCEEDED, 2).lostLeases(1),
        "its lease ran out, another process did it; no retry was used");
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
