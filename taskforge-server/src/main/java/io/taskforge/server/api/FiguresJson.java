package io.taskforge.server.api;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobState;
import io.taskforge.json.strict.Json;
import io.taskforge.server.http.Schema;
import io.taskforge.stats.DurationBuckets;
import io.taskforge.stats.DurationHistogram;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.RetryTotals;
import io.taskforge.text.DurationText;
import java.time.Duration;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of statistics. */
final class FiguresJson {
  static final Schema HISTOGRAM =
      Schema.object("DurationHistogram")
          .required("count", Schema.integer(), "the number of durations")
          .required("average", Schema.number(), "in seconds; 0 without any")
          .required(
              "buckets",
              Schema.list(
                  Schema.object("DurationBucket")
                      .required(
                          "upTo",
                          Schema.duration().orNull(),
                          "the longest duration of the bucket; null for the last one")
                      .required("count", Schema.integer(), "the number of durations")),
              "the number of durations by length");

  private FiguresJson() {}

  static Schema withFigures(Schema schema) {
    schema
        .required("started", Schema.integer(), "attempts that were started and have ended")
        .required("succeeded", Schema.integer(), "jobs that ended SUCCEEDED")
        .required("failed", Schema.integer(), "jobs that ended FAILED")
        .required("dead", Schema.integer(), "jobs that became dead letters")
        .required("cancelled", Schema.integer(), "jobs that were cancelled before they finished");
    Schema failures = Schema.object("FailuresByKind");
    for (FailureKind kind : FailureKind.values()) {
      failures.required(kind.name(), Schema.integer(), "failures that are " + kind);
    }
    return withRetries(schema)
        .required("failuresByKind", failures, "failed attempts by kind of failure")
        .required("avgRunTime", Schema.number(), "in seconds; 0 without any")
        .required("avgRetryDelay", Schema.number(), "in seconds; 0 without any");
  }

  static Schema withRetries(Schema schema) {
    return schema
        .required(
            "totalRetries",
            Schema.integer(),
            "attempts that followed a failure and ended; those that succeeded, failed or were"
                + " cancelled")
        .required("successfulRetries", Schema.integer(), "retries that succeeded")
        .required("failedRetries", Schema.integer(), "retries that failed or lost their worker");
  }

  static ObjectNode figures(ObjectNode json, JobFigures figures) {
    json.put("started", figures.started());
    for (JobState state : figures.ended().keySet()) {
      json.put(state.name().toLowerCase(Locale.ROOT), figures.ended().get(state));
    }
    retries(json, figures.retries());
    ObjectNode failures = json.putObject("failuresByKind");
    figures.failures().forEach((kind, count) -> failures.put(kind.name(), count));
    return json.put("avgRunTime", seconds(figures.runTimes().average()))
        .put("avgRetryDelay", seconds(figures.retryDelays().average()));
  }

  static ObjectNode retries(ObjectNode json, RetryTotals retries) {
    return json.put("totalRetries", retries.total())
        .put("successfulRetries", retries.successful())
        .put("failedRetries", retries.failed());
  }

  static ObjectNode histogram(DurationHistogram histogram) {
    ObjectNode json = Json.object();
    json.put("count", histogram.count()).put("average", seconds(histogram.average()));
    ArrayNode buckets = json.putArray("buckets");
    for (int i = 0; i < histogram.counts().size(); i++) {
      boolean last = i == DurationBuckets.BOUNDS.size();
      buckets
          .addObject()
          .put("upTo", last ? null : DurationText.format(DurationBuckets.BOUNDS.get(i)))
          .put("count", histogram.counts().get(i));
    }
    return json;
  }

  static double seconds(Duration duration) {
    return duration.getSeconds() + duration.getNano() / 1e9;
  }
}
