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

  private Stories() {}

  /**
   * Returns all stories.
   *
   * @param endpoint the URL of the misbehaving endpoint
   */
  static List<Story> against(String endpoint) {
    return List.of(
        call(
            "success",
            "responds with 200",
            endpoint,
            "/ok",
            QUEUE,
            "",
            Expectation.of(JobState.SUCCEEDED, 1),
            "one attempt, one call"),
        call(
            "flaky",
            "responds with 503 twice, then 200",
            endpoint,
            "/flaky",
            QUEUE,
            """
        , "retryPolicy": {
          "maxRetries": 4,
          "backoff": {"strategy": "exponential", "initial": "500ms", "multiplier": 2},
          "jitter": {"type": "proportional", "factor": 0.2}
        }""",
            Expectation.of(JobState.SUCCEEDED, 3),
            "the delay doubles; jitter spreads the retries of many jobs"),
        call(
            "always-failing",
            "always responds with 500",
            endpoint,
            "/broken",
            ORDERS,
            """
        , "retryPolicy": {
          "maxRetries": 3,
          "backoff": {"strategy": "fibonacci", "base": "500ms"},
          "jitter": {"type": "none"}
        }""",
            Expectation.of(JobState.DEAD, 4),
            "3 retries are 4 attempts; then it moves to " + DEAD_ORDERS),
        call(
            "not-retryable",
            "responds with 422",
            endpoint,
            "/strict",
            QUEUE,
            "",
            Expectation.of(JobState.FAILED, 1),
            "permanent failures are not retried"),
        new Story(
            "timeout",
            "does not respond to the first request",
            "/sleepy",
            JOBS,
            """
        {"queue": "%s", "tenant": "timeout", "type": "http", "payload": {"url": "%s", "timeout": "2s"}%s}
        """
                .formatted(
                    QUEUE,
                    endpoint + "/sleepy",
                    """
        , "retryPolicy": {
          "maxRetries": 3,
          "backoff": {"strategy": "fixed", "delay": "500ms"},
          "jitter": {"type": "none"}
        }"""),
            null,
            Expectation.of(JobState.SUCCEEDED, 2),
            "timed out after 2 s and was retried"),
        call(
            "rate-limited",
            "responds with 429 and Retry-After: 2, then 200",
            endpoint,
            "/crowded",
            QUEUE,
            """
        , "retryPolicy": {
          "maxRetries": 3,
          "backoff": {"strategy": "exponential", "initial": "200ms", "multiplier": 2},
          "jitter": {"type": "full"}
        }""",
            Expectation.of(JobState.SUCCEEDED, 2),
            "Retry-After takes precedence over the policy's delay"),
        call(
            "at-most-once",
            "responds with 503 to an AT_MOST_ONCE job",
            endpoint,
            "/charge",
            QUEUE,
            ", \"guarantee\": \"AT_MOST_ONCE\"",
            Expectation.of(JobState.FAILED, 1),
            "503 is normally retried, but not with this guarantee"),
        new Story(
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
            "one job for each run; paused after two"),
        new Story(
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
            "its lease expired and another worker ran it; no retry was used"));
  }

  private static Story call(
      String name,
      String about,
      String endpoint,
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
