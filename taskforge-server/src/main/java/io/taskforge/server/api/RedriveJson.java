package io.taskforge.server.api;

import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveCanary;
import io.taskforge.deadletter.RedriveCounts;
import io.taskforge.deadletter.RedriveRequest;
import io.taskforge.deadletter.RedriveSelection;
import io.taskforge.deadletter.RedriveState;
import io.taskforge.job.JobState;
import io.taskforge.json.strict.Json;
import io.taskforge.query.JobFilter;
import io.taskforge.server.http.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a redrive. */
final class RedriveJson {
  static final Schema SCHEMA =
      Schema.object("Redrive")
          .required("id", Schema.text("uuid"), "the redrive's id")
          .required(
              "state",
              Schema.oneOf((Object[]) RedriveState.values()),
              "STOPPED by request, HALTED because too many failed again")
          .required(
              "reason",
              Schema.text().orNull(),
              "why it was stopped or halted, or what it waits for")
          .optional(
              "filter",
              JobFilters.REDRIVE_SHAPE.schema(),
              "the filter of the jobs; missing if ids were given")
          .optional(
              "ids", Schema.integer(), "the number of ids that were given; missing with a filter")
          .required(
              "jobState",
              Schema.oneOf(JobState.DEAD, JobState.FAILED, JobState.CANCELLED),
              "the state of the jobs that are redriven")
          .required(
              "targetQueue",
              Schema.text().orNull(),
              "the target queue; null for the queue that each job came from")
          .required("ratePerSecond", Schema.number().orNull(), "the rate limit; null for none")
          .required(
              "stopIfFailureRatio",
              Schema.number().orNull(),
              "the redrive halts if more than this fraction of its jobs fail again")
          .required("matched", Schema.integer(), "jobs that matched when it was started")
          .required("moved", Schema.integer(), "jobs that were moved to a queue")
          .required("skipped", Schema.integer(), "jobs that were skipped; see reasons")
          .required("failed", Schema.integer(), "jobs that could not be moved; see reasons")
          .required(
              "reasons",
              Schema.map(Schema.integer()),
              "the number of skipped and failed jobs by reason")
          .required(
              "canary",
              Schema.object("RedriveCanary")
                  .required(
                      "watched", Schema.integer(), "moved jobs that are watched until they run")
                  .required("ran", Schema.integer(), "watched jobs that have run")
                  .required("failedAgain", Schema.integer(), "watched jobs that failed again"),
              "the results of a sample of the moved jobs; all 0 without stopIfFailureRatio")
          .required(
              "createdAt",
              Schema.time(),
              "when it was created; only jobs that had ended by then are moved")
          .required("startedAt", Schema.time().orNull(), "when the first jobs were moved")
          .required("finishedAt", Schema.time().orNull(), "when it ended");

  private RedriveJson() {}

  static ObjectNode of(Redrive redrive) {
    RedriveRequest request = redrive.request();
    ObjectNode json = Json.object();
    json.put("id", redrive.id().toString());
    json.put("state", redrive.state().name());
    json.put("reason", redrive.reason());
    if (request.selection() instanceof RedriveSelection.Matching matching) {
      json.set("filter", filter(matching.filter()));
    } else if (request.selection() instanceof RedriveSelection.Listed listed) {
      json.put("ids", listed.ids().size());
    }
    json.put("jobState", request.selection().state().name());
    put(json, "targetQueue", request.targetQueue());
    json.put("ratePerSecond", request.ratePerSecond());
    json.put("stopIfFailureRatio", request.stopIfFailureRatio());
    RedriveCounts counts = redrive.counts();
    json.put("matched", counts.matched());
    json.put("moved", counts.moved());
    json.put("skipped", counts.skipped());
    json.put("failed", counts.failed());
    ObjectNode reasons = json.putObject("reasons");
    counts.reasons().forEach(reasons::put);
    RedriveCanary canary = redrive.canary();
    json.putObject("canary")
        .put("watched", canary.watched().size())
        .put("ran", canary.ran())
        .put("failedAgain", canary.failedAgain());
    json.put("createdAt", JobJson.time(redrive.times().createdAt()));
    time(json, "startedAt", redrive.times().startedAt());
    time(json, "finishedAt", redrive.times().finishedAt());
    return json;
  }

  /** Returns a filter without its empty criteria. */
  private static ObjectNode filter(JobFilter filter) {
    ObjectNode json = Json.object();
    criterion(json, "queue", filter.queue());
    criterion(json, "source", filter.movedFrom());
    criterion(json, "type", filter.type());
    criterion(json, "tenant", filter.tenant());
    criterion(json, "errorType", filter.errorType());
    criterion(json, "failureKind", filter.failureKind());
    criterion(json, "failureGroup", filter.fingerprint());
    criterion(json, "createdFrom", filter.createdFrom());
    criterion(json, "createdBefore", filter.createdBefore());
    criterion(json, "finishedFrom", filter.finishedFrom());
    criterion(json, "finishedBefore", filter.finishedBefore());
    return json;
  }

  private static void criterion(ObjectNode json, String key, @Nullable Object value) {
    if (value != null) {
      json.put(key, value.toString());
    }
  }

  private static void put(ObjectNode json, String key, @Nullable Object value) {
    json.put(key, value == null ? null : value.toString());
  }

  private static void time(ObjectNode json, String key, @Nullable Instant value) {
    json.put(key, JobJson.time(value));
  }
}
