package io.taskforge.server.api;

import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveCanary;
import io.taskforge.deadletter.RedriveSelection;
import io.taskforge.deadletter.RedriveState;
import io.taskforge.job.JobState;
import io.taskforge.json.strict.Json;
import io.taskforge.query.JobFilter;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The JSON form of a redrive. */
final class RedriveJson {
  private static final View<RedriveCanary> CANARY =
      View.<RedriveCanary>of("RedriveCanary")
          .integer("watched", c -> c.watched().size(), "moved jobs that are watched until they run")
          .integer("ran", RedriveCanary::ran, "watched jobs that have run")
          .integer("failedAgain", RedriveCanary::failedAgain, "watched jobs that failed again");

  static final View<Redrive> VIEW =
      View.<Redrive>of("Redrive")
          .uuid("id", Redrive::id, "the redrive's id")
          .word(
              "state",
              Redrive::state,
              RedriveState.class,
              "STOPPED by request, HALTED because too many failed again")
          .textOrNull(
              "reason", Redrive::reason, "why it was stopped or halted, or what it waits for")
          .optional(
              "filter",
              RedriveJson::filter,
              JobFilters.REDRIVE_SHAPE.schema(),
              "the filter of the jobs; missing if ids were given")
          .optional(
              "ids",
              RedriveJson::ids,
              Schema.integer(),
              "the number of ids that were given; missing with a filter")
          .key(
              "jobState",
              r -> r.request().selection().state(),
              Schema.oneOf(JobState.DEAD, JobState.FAILED, JobState.CANCELLED),
              "the state of the jobs that are redriven")
          .textOrNull(
              "targetQueue",
              r -> r.request().targetQueue(),
              "the target queue; null for the queue that each job came from")
          .numberOrNull(
              "ratePerSecond", r -> r.request().ratePerSecond(), "the rate limit; null for none")
          .numberOrNull(
              "stopIfFailureRatio",
              r -> r.request().stopIfFailureRatio(),
              "the redrive halts if more than this fraction of its jobs fail again")
          .integer("matched", r -> r.counts().matched(), "jobs that matched when it was started")
          .integer("moved", r -> r.counts().moved(), "jobs that were moved to a queue")
          .integer("skipped", r -> r.counts().skipped(), "jobs that were skipped; see reasons")
          .integer("failed", r -> r.counts().failed(), "jobs that could not be moved; see reasons")
          .key(
              "reasons",
              r -> r.counts().reasons(),
              Schema.map(Schema.integer()),
              "the number of skipped and failed jobs by reason")
          .object(
              "canary",
              Redrive::canary,
              CANARY,
              "the results of a sample of the moved jobs; all 0 without stopIfFailureRatio")
          .time(
              "createdAt",
              r -> r.times().createdAt(),
              "when it was created; only jobs that had ended by then are moved")
          .timeOrNull("startedAt", r -> r.times().startedAt(), "when the first jobs were moved")
          .timeOrNull("finishedAt", r -> r.times().finishedAt(), "when it ended");

  private RedriveJson() {}

  private static @Nullable Integer ids(Redrive redrive) {
    return redrive.request().selection() instanceof RedriveSelection.Listed listed
        ? listed.ids().size()
        : null;
  }

  private static @Nullable ObjectNode filter(Redrive redrive) {
    return redrive.request().selection() instanceof RedriveSelection.Matching matching
        ? filter(matching.filter())
        : null;
  }

  /** Returns a filter without its empty criteria. */
  private static ObjectNode filter(JobFilter filter) {
    ObjectNode json = Json.object();
    Json.put(json, "queue", filter.queue());
    Json.put(json, "source", filter.movedFrom());
    Json.put(json, "type", filter.type());
    Json.put(json, "tenant", filter.tenant());
    Json.put(json, "errorType", filter.errorType());
    Json.put(json, "failureKind", filter.failureKind());
    Json.put(json, "failureGroup", filter.fingerprint());
    Json.put(json, "idempotencyKey", filter.key());
    ScheduleKey schedule = filter.schedule();
    Json.put(json, "schedule", schedule == null ? null : schedule.id());
    Json.put(json, "tag", filter.tag());
    Json.put(json, "createdFrom", filter.createdFrom());
    Json.put(json, "createdBefore", filter.createdBefore());
    Json.put(json, "finishedFrom", filter.finishedFrom());
    Json.put(json, "finishedBefore", filter.finishedBefore());
    return json;
  }
}
