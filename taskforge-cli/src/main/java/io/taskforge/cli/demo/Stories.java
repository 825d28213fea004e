package io.taskforge.cli.demo;

import static io.taskforge.job.JobState.DEAD;
import static io.taskforge.job.JobState.FAILED;
import static io.taskforge.job.JobState.SUCCEEDED;

import io.taskforge.json.strict.Json;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * The stories of the demo, as JSON requests to the API.
 *
 * @param endpoint the URL of the misbehaving endpoint
 */
record Stories(String endpoint) {
  /** A queue without a dead letter queue. */
  static final String QUEUE = "demo";

  /** A queue with a dead letter queue. */
  static final String ORDERS = "demo-orders";

  static final String DEAD_ORDERS = "demo-orders-dead";

  /** The story whose worker is killed. */
  static final String KILLED_WORKER = "killed-worker";

  List<Story> all() {
    return List.of(
        new Call("success", "/ok", "responds with 200")
            .ends(Expectation.of(SUCCEEDED, 1), "one attempt, one call"),
        new Call("flaky", "/flaky", "responds with 503 twice, then 200")
            .retried(
                """
                {"maxRetries": 4,
                 "backoff": {"strategy": "exponential", "initial": "500ms", "multiplier": 2},
                 "jitter": {"type": "proportional", "factor": 0.2}}
                """)
            .ends(
                Expectation.of(SUCCEEDED, 3),
                "the delay doubles; jitter spreads the retries of many jobs"),
        new Call("always-failing", "/broken", "always responds with 500")
            .with("queue", ORDERS)
            .retried(
                """
                {"maxRetries": 3,
                 "backoff": {"strategy": "fibonacci", "base": "500ms"},
                 "jitter": {"type": "none"}}
                """)
            .ends(
                Expectation.of(DEAD, 4),
                "3 retries are 4 attempts; then it moves to " + DEAD_ORDERS),
        new Call("not-retryable", "/strict", "responds with 422")
            .ends(Expectation.of(FAILED, 1), "permanent failures are not retried"),
        new Call("timeout", "/sleepy", "does not respond to the first request")
            .timeout("2s")
            .retried(
                """
                {"maxRetries": 3,
                 "backoff": {"strategy": "fixed", "delay": "500ms"},
                 "jitter": {"type": "none"}}
                """)
            .ends(Expectation.of(SUCCEEDED, 2), "timed out after 2 s and was retried"),
        new Call("rate-limited", "/crowded", "responds with 429 and Retry-After: 2, then 200")
            .retried(
                """
                {"maxRetries": 3,
                 "backoff": {"strategy": "exponential", "initial": "200ms", "multiplier": 2},
                 "jitter": {"type": "full"}}
                """)
            .ends(Expectation.of(SUCCEEDED, 2), "a longer Retry-After replaces the policy's delay"),
        new Call("at-most-once", "/charge", "responds with 503 to an AT_MOST_ONCE job")
            .with("guarantee", "AT_MOST_ONCE")
            .ends(
                Expectation.of(FAILED, 1), "503 is normally retried, but not with this guarantee"),
        new Story(
            "recurring",
            "is called every 5 s and responds with 200",
            "/tick",
            "/schedules",
            Json.read(
                """
                {"id": "every-5s", "tenant": "recurring", "cron": "*/5 * * * * *",
                 "job": {"queue": "%s", "type": "http", "payload": {"url": "%s"}}}
                """
                    .formatted(QUEUE, endpoint + "/tick")),
            "/schedules/every-5s/pause?tenant=recurring",
            Expectation.of(SUCCEEDED, 1).jobs(2),
            "one job for each run; paused after two"),
        new Story(
            KILLED_WORKER,
            "is a worker process that is killed",
            null,
            "/jobs",
            Json.read(
                """
                {"queue": "%s", "tenant": "%s", "type": "%s", "payload": {"parcel": 4711}}
                """
                    .formatted(QUEUE, KILLED_WORKER, DemoWorker.TYPE)),
            null,
            Expectation.of(SUCCEEDED, 2).lostLeases(1),
            "its lease expired and another worker ran it; no retry was used"));
  }

  /** A story of one HTTP job. */
  private final class Call {
    private final String name;
    private final String path;
    private final String about;
    private final ObjectNode job;

    Call(String name, String path, String about) {
      this.name = name;
      this.path = path;
      this.about = about;
      this.job = Json.object().put("queue", QUEUE).put("tenant", name).put("type", "http");
      job.putObject("payload").put("url", endpoint + path);
    }

    Call with(String field, String value) {
      job.put(field, value);
      return this;
    }

    Call timeout(String time) {
      job.withObject("payload").put("timeout", time);
      return this;
    }

    Call retried(String policy) {
      job.set("retryPolicy", Json.read(policy));
      return this;
    }

    Story ends(Expectation expected, String notice) {
      return new Story(name, about, path, "/jobs", job, null, expected, notice);
    }
  }
}
