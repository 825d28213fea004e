package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.json.Fault;
import io.taskforge.json.strict.Json;
import io.taskforge.json.strict.JsonValue;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import io.taskforge.store.JobQueries;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Changes many jobs. One request changes one page of them, so that it ends soon; the caller
 * continues with the cursor, or stops. Redrives of finished jobs are resources of their own.
 */
record JobBulkRoutes(TaskForge forge, JobQueries queries, JobChangeRoutes changes) {
  private static final int MOST = 200;
  private static final String ONE_OF = "filter or ids is required, not both";
  private static final long COUNTED = 100_000;
  private static final long TAB_COUNTED = 10_000;
  private static final Field<FieldValues> FILTER =
      Field.of(
          "filter",
          "every job that matches, as in GET /jobs",
          JobFilters.SHAPE.schema(),
          JobFilters.SHAPE::read);
  private static final Field<List<JobId>> IDS =
      Field.list(
          "ids",
          "these jobs, at most " + MOST,
          Schema.text("uuid"),
          MOST,
          value -> value.text(JobId::parse));
  private static final Field<Action> ACTION =
      Field.word(
              "action",
              "RETRY: runs waiting jobs now, and FAILED and CANCELLED ones again. CANCEL: waiting"
                  + " and running jobs, and dead letters. CANCEL_RETRIES: ends RETRYING jobs as FAILED. DEAD_LETTER:"
                  + " waiting and FAILED jobs",
              Action.class)
          .asRequired();
  private static final Field<JobId> CURSOR = Fields.cursor(JobId::parse);
  private static final Shape SELECTION =
      Shape.of("JobSelection", FILTER, IDS).checking(JobBulkRoutes::check);
  private static final Shape CHANGE =
      Shape.of("BulkChange", ACTION, FILTER, IDS, CURSOR, Fields.REASON)
          .checking(JobBulkRoutes::check)
          .example(
              "{\"action\": \"CANCEL\", \"filter\": {\"queue\": \"mail\", \"state\": \"QUEUED\"}}");

  private enum Action {
    RETRY,
    CANCEL,
    CANCEL_RETRIES,
    DEAD_LETTER
  }

  private record Done(
      int examined, int changed, Map<String, Integer> refused, @Nullable JobId next) {}

  private static final View<Done> DONE =
      View.<Done>of("BulkChanged")
          .integer("examined", Done::examined, "jobs of this page")
          .integer("changed", Done::changed, "jobs that were changed, or whose worker was asked to")
          .key(
              "refused",
              Done::refused,
              Schema.map(Schema.integer()),
              "the number of jobs that were not changed, by reason")
          .textOrNull("next", Done::next, "the cursor of the next request; null if that was all");
  private static final Schema COUNT =
      Schema.object("JobCount")
          .required("matched", Schema.integer(), "matching jobs, counted up to 100000");
  private static final Schema COUNTS =
      Schema.object("JobCounts")
          .required(
              "jobs",
              Schema.map(Schema.integer()),
              "matching jobs by state, each counted up to 10000");

  List<Route> routes() {
    return List.of(
        Route.post("/api/v1/jobs/bulk", "changeJobs")
            .summary(
                "Retries, cancels or dead-letters up to 200 matching jobs, newest first; repeat"
                    + " with the cursor until next is null")
            .audited("job.bulk")
            .takes(CHANGE)
            .answers(200, DONE)
            .by(this::change),
        Route.post("/api/v1/jobs/count", "countJobs")
            .summary("Counts matching jobs")
            .unaudited("nothing is changed")
            .access(Access.own(Scope.READ))
            .takes(SELECTION)
            .answers(200, COUNT)
            .by(this::count),
        Route.get("/api/v1/stats/jobs", "countJobsByState")
            .summary("Counts matching jobs by state")
            .query(JobFilters.SHAPE.fields().toArray(Field<?>[]::new))
            .answers(200, COUNTS)
            .by(this::byState));
  }

  private static void check(JsonValue sent, FieldValues values) {
    if (sent.has("filter") == sent.has("ids")) {
      sent.optional("filter").fault(ONE_OF);
    }
  }

  private Reply count(Request request) {
    List<JobId> ids = request.body().get(IDS);
    long matched =
        ids == null
            ? queries.count(filter(request), COUNTED)
            : queries.jobs(ids).values().stream().filter(seenBy(request.caller())).count();
    return Reply.ok(Json.object().put("matched", matched));
  }

  private Reply byState(Request request) {
    JobFilter filter = JobFilters.of(request.query(), request.caller());
    Map<JobState, Long> counts = new EnumMap<>(JobState.class);
    for (JobState state : JobState.values()) {
      if (filter.state() == null || filter.state() == state) {
        counts.put(state, queries.count(filter.state(state), TAB_COUNTED));
      }
    }
    ObjectNode json = Json.object();
    ObjectNode jobs = json.putObject("jobs");
    counts.forEach((state, number) -> jobs.put(state.name(), number));
    return Reply.ok(json);
  }

  private static JobFilter filter(Request request) {
    FieldValues given = request.body().get(FILTER);
    if (given == null) { // an empty body is not checked
      throw Problem.invalid(FILTER.name(), Fault.NOTHING, ONE_OF);
    }
    return JobFilters.of(given, request.caller()).firstPage(MOST).withoutPayloads();
  }

  private static Predicate<Job> seenBy(Caller caller) {
    return job -> caller.sees(job.tenant());
  }

  private Reply change(Request request) {
    List<JobId> ids = request.body().get(IDS);
    JobPage page =
        ids == null
            ? queries.list(filter(request).before(request.body().get(CURSOR)))
            : new JobPage(
                queries.jobs(ids).values().stream().filter(seenBy(request.caller())).toList(),
                null);
    Action action = request.body().required(ACTION);
    Map<String, Integer> refused = new TreeMap<>();
    int changed = 0;
    for (Job job : page.items()) {
      String reason = refusal(job, action, request);
      if (reason == null) {
        changed++;
      } else {
        refused.merge(reason, 1, Integer::sum);
      }
    }
    request
        .audit()
        .target(action.name().toLowerCase(Locale.ROOT))
        .of(request.caller().tenant())
        .fact("changed", changed)
        .fact("reason", request.body().get(Fields.REASON));
    return Reply.ok(DONE.json(new Done(page.items().size(), changed, refused, page.next())));
  }

  /** Changes a job; returns why not, or null if it was changed. */
  private @Nullable String refusal(Job job, Action action, Request request) {
    try {
      ChangeResult result = changed(job, action, request);
      JobState state = result.state();
      return switch (result.status()) {
        case CHANGED, REQUESTED -> null;
        case NOT_FOUND -> "deleted meanwhile";
        case REFUSED ->
            action == Action.DEAD_LETTER && state != null && !state.isFinal()
                ? "its queue has no dead letter queue"
                : String.valueOf(state).toLowerCase(Locale.ROOT);
      };
    } catch (Problem e) {
      return String.valueOf(e.getMessage()); // a quota
    }
  }

  private ChangeResult changed(Job job, Action action, Request request) {
    String reason = request.body().get(Fields.REASON, "changed in bulk through the API");
    return switch (action) {
      case RETRY -> changes.retry(job);
      case CANCEL -> forge.cancel(job.id(), reason, request.caller().name());
      case CANCEL_RETRIES -> forge.cancelRetries(job.id(), reason);
      case DEAD_LETTER -> forge.deadLetter(job.id(), reason);
    };
  }
}
