package io.taskforge.server.api;

import io.taskforge.event.JobEvent;
import io.taskforge.failure.Failure;
import io.taskforge.json.strict.Json;
import io.taskforge.text.BoundedText;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of events. */
final class EventJson {
  // The feed keeps thousands of events in memory; the job's history has the full text.
  private static final int MAX_TEXT_BYTES = 1024;

  private EventJson() {}

  static ObjectNode of(JobEvent event) {
    ObjectNode json = Json.object();
    json.put("jobId", event.jobId().toString());
    json.put("queue", event.queue().value());
    json.put("type", event.type().value());
    json.put("tenant", event.tenant().value());
    json.put("transition", event.transition().name());
    json.put("state", event.state().name());
    json.put("attempt", event.attempt());
    json.put("totalAttempts", event.totalAttempts());
    json.put("failures", event.counters().failures());
    // The retry policy is not evaluated before an attempt fails.
    json.put("maxRetries", event.maxRetries() == 0 ? null : (Integer) event.maxRetries());
    Failure failure = event.failure();
    json.put("errorType", failure == null ? null : failure.type().name());
    json.put("message", failure == null ? null : cut(failure.message()));
    json.put("durationMs", JobJson.millis(event.duration()));
    json.put("delayMs", JobJson.millis(event.delay()));
    json.put("nextRunAt", JobJson.time(event.nextRunAt()));
    json.put("explanation", cut(event.explanation()));
    return json;
  }

  private static String cut(String text) {
    return BoundedText.of(text, MAX_TEXT_BYTES);
  }

  static ObjectNode of(EnqueuedEvent jobs) {
    ObjectNode json = Json.object();
    json.put("jobId", jobs.only() == null ? null : jobs.only().toString());
    json.put("queue", jobs.queue().value());
    json.put("type", jobs.type() == null ? null : jobs.type().value());
    json.put("tenant", jobs.tenant().value());
    json.put("transition", EnqueuedEvent.TRANSITION);
    json.put("state", "QUEUED");
    json.put("attempt", 0);
    json.put("totalAttempts", 0);
    json.put("failures", 0);
    json.putNull("maxRetries");
    json.putNull("errorType");
    json.putNull("message");
    json.putNull("durationMs");
    json.put("delayMs", JobJson.millis(jobs.delay()));
    json.put("nextRunAt", JobJson.time(jobs.runAt()));
    json.put("explanation", "");
    json.put("count", jobs.count());
    return json;
  }

  /** Returns a gap of unknown size. */
  static ObjectNode gap() {
    return Json.object()
        .putNull("missed")
        .put(
            "reason",
            "Last-Event-ID is from another process: the server was restarted, or this is"
                + " another node; events may be missing");
  }

  static ObjectNode gap(long missed) {
    return Json.object()
        .put("missed", missed)
        .put("reason", "events were dropped before they were read");
  }
}
