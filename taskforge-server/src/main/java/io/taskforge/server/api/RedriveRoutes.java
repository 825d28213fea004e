package io.taskforge.server.api;

import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveId;
import io.taskforge.deadletter.RedrivePage;
import io.taskforge.deadletter.RedriveRequest;
import io.taskforge.deadletter.RedriveSelection;
import io.taskforge.deadletter.RedriveStop;
import io.taskforge.deadletter.Redrives;
import io.taskforge.failure.FailureFingerprint;
import io.taskforge.job.ChangeNote;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.json.Fault;
import io.taskforge.json.strict.Json;
import io.taskforge.query.JobFilter;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Limits;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import java.util.List;
import java.util.stream.Stream;

/** Starts, shows and stops redrives of many finished jobs. */
record RedriveRoutes(Redrives redrives, QuotaChecks quotas) {
  private static final String PATH = "/api/v1/redrives";
  private static final int CHUNK = 200;
  // Redrives are stored by id, not by tenant: a page scans a limited number of all redrives, and
  // may
  // have fewer items than its limit.
  private static final int MAX_EXAMINED = 1_000;
  private static final Field<RedriveId> ID =
      Fields.uuid("id", "the redrive's id", RedriveId::parse);
  private static final Field<RedriveId> CURSOR = Fields.cursor(RedriveId::parse);
  private static final Field<FieldValues> FILTER =
      Field.of(
          "filter",
          "every job that matches, as in GET /dead-letters; {} for all",
          JobFilters.REDRIVE_SHAPE.schema(),
          JobFilters.REDRIVE_SHAPE::read);
  private static final Field<List<JobId>> IDS =
      Field.list(
          "ids",
          "these jobs, at most " + RedriveSelection.MAX_IDS,
          Schema.text("uuid"),
          RedriveSelection.MAX_IDS,
          value -> value.text(JobId::parse));
  private static final Field<FailureFingerprint> GROUP =
      Field.text("failureGroup", "all jobs of this failure group", FailureFingerprint::new);
  private static final Field<JobState> JOB_STATE =
      Field.of(
          "jobState",
          "the state of the jobs: DEAD (default), FAILED or CANCELLED",
          Schema.oneOf(JobState.DEAD, JobState.FAILED, JobState.CANCELLED),
          value ->
              value.oneOf(
                  List.of(JobState.DEAD, JobState.FAILED, JobState.CANCELLED), JobState::name));
  private static final Field<QueueName> TARGET =
      Field.text(
          "targetQueue",
          "the queue to move the jobs to; by default the one that each came from",
          QueueName::new);
  private static final Field<Double> RATE =
      Field.number(
          "ratePerSecond",
          "the maximum rate in jobs per second, such as 20 or 0.5; by default no limit, or 20 with"
              + " stopIfFailureRatio",
          RedriveRequest.MIN_RATE,
          RedriveRequest.MAX_RATE);
  private static final Field<Double> RATIO =
      Field.number(
          "stopIfFailureRatio",
          "halt if more than this fraction of the redriven jobs fail again",
          0,
          1);
  private static final Shape NEW =
      Shape.of("NewRedrive", FILTER, IDS, GROUP, JOB_STATE, TARGET, RATE, RATIO, Fields.REASON)
          .example("{\"filter\": {\"source\": \"mail\"}, \"ratePerSecond\": 20}");
  private static final Schema COUNT =
      Schema.object("RedriveCount")
          .required("matched", Schema.integer(), "jobs that would be redriven");

  List<Route> routes() {
    return List.of(
        Route.post(PATH, "startRedrive")
            .summary("Starts a redrive of dead letters, or a retry of FAILED or CANCELLED jobs")
            .audited("redrive.start")
            .headers(Fields.IDEMPOTENCY_KEY)
            .takes(NEW)
            .answers(202, RedriveJson.VIEW)
            .problems(429)
            .by(this::start),
        Route.post(PATH + "/preview", "previewRedrive")
            .summary("Counts the jobs that a redrive would move")
            .unaudited("nothing is changed")
            .access(Access.own(Scope.READ))
            .takes(NEW)
            .answers(200, COUNT)
            .by(this::preview),
        Route.get(PATH, "listRedrives")
            .summary("Lists redrives of the last 30 days; a short page may have a next page")
            .query(Fields.LIMIT, CURSOR)
            .large()
            .answers(200, Schema.page(RedriveJson.VIEW))
            .by(this::list),
        Route.get(PATH + "/{id}", "getRedrive")
            .summary("Shows a redrive and its progress")
            .at(ID)
            .answers(200, RedriveJson.VIEW)
            .by(this::get),
        Route.delete(PATH + "/{id}", "stopRedrive")
            .summary("Stops a redrive; jobs that were moved are not moved back")
            .audited("redrive.stop")
            .at(ID)
            .answers(200, RedriveJson.VIEW)
            .problems(409)
            .by(this::stop));
  }

  private Reply preview(Request request) {
    RedriveRequest wanted = wanted(request.body(), request.caller());
    quotas.queue(request.caller(), wanted.targetQueue());
    return Reply.ok(Json.object().put("matched", redrives.count(wanted.selection())));
  }

  private Reply start(Request request) {
    RedriveRequest wanted = wanted(request.body(), request.caller());
    IdempotencyKey key = Fields.idempotencyKey(request);
    quotas.queue(request.caller(), wanted.targetQueue());
    if (key == null || redrives.started(wanted, key).isEmpty()) {
      quotas.redrive(request.caller(), wanted.selection().tenant());
    }
    Redrive redrive = key == null ? redrives.start(wanted) : redrives.start(wanted, key);
    request
        .audit()
        .target(redrive.id().toString())
        .of(wanted.selection().tenant())
        .fact(
            "failureGroup",
            wanted.selection() instanceof RedriveSelection.Matching m
                ? m.filter().fingerprint()
                : null)
        .fact("reason", wanted.note().reason())
        .fact("jobState", wanted.selection().state())
        .fact("targetQueue", wanted.targetQueue())
        .fact(
            "ids", wanted.selection() instanceof RedriveSelection.Listed l ? l.ids().size() : null);
    return Reply.json(202, RedriveJson.VIEW.json(redrive))
        .header("Location", PATH + "/" + redrive.id());
  }

  private static RedriveRequest wanted(FieldValues body, Caller caller) {
    long given = Stream.of(FILTER, IDS, GROUP).filter(body::has).count();
    if (given != 1) {
      throw Problem.invalid(
          "filter",
          given == 0 ? Fault.NOTHING : "several of them",
          "exactly one of filter, ids and failureGroup is required; {} is a filter for all");
    }
    return RedriveRequest.of(selection(body, caller))
        .inState(body.get(JOB_STATE, JobState.DEAD))
        .note(new ChangeNote(caller.name(), body.get(Fields.REASON)))
        .to(body.get(TARGET))
        .limitedTo(body.get(RATE), body.get(RATIO));
  }

  private static RedriveSelection selection(FieldValues body, Caller caller) {
    List<JobId> ids = body.get(IDS);
    if (ids != null) {
      if (ids.isEmpty()) {
        throw Problem.invalid("ids", "[]", "must name at least one job");
      }
      return new RedriveSelection.Listed(ids, caller.tenant());
    }
    FailureFingerprint group = body.get(GROUP);
    JobFilter filter =
        group == null
            ? JobFilters.of(body.required(FILTER), caller)
            : JobFilter.all(1).fingerprint(group);
    TenantId only = caller.tenant();
    return new RedriveSelection.Matching(only == null ? filter : filter.tenant(only));
  }

  private Reply list(Request request) {
    int limit = request.query().get(Fields.LIMIT, Limits.DEFAULT_PAGE);
    PageReply items = new PageReply();
    RedriveId last = request.query().get(CURSOR);
    boolean more = true;
    for (int looked = 0; more && looked < MAX_EXAMINED; ) {
      int most = Math.min(CHUNK, MAX_EXAMINED - looked);
      RedrivePage chunk = redrives.list(last, most);
      more = chunk.more();
      for (Redrive redrive : chunk.items()) {
        // Redrives over all tenants are for callers that see all tenants.
        boolean shown = sees(request.caller(), redrive);
        if (items.size() == limit || (shown && !items.add(RedriveJson.VIEW.json(redrive)))) {
          return items.reply(String.valueOf(last));
        }
        last = redrive.id();
        looked++;
      }
    }
    return items.reply(more && last != null ? last.toString() : null);
  }

  private static boolean sees(Caller caller, Redrive redrive) {
    TenantId owner = redrive.request().selection().tenant();
    return caller.isOperator() || (owner != null && caller.sees(owner));
  }

  private Redrive redrive(Request request) {
    RedriveId id = request.path(ID);
    return redrives
        .get(id)
        .filter(redrive -> sees(request.caller(), redrive))
        .orElseThrow(() -> unknown(id));
  }

  private Reply get(Request request) {
    return Reply.ok(RedriveJson.VIEW.json(redrive(request)));
  }

  private Reply stop(Request request) {
    Redrive found = redrive(request);
    RedriveId id = found.id();
    request.audit().of(found.request().selection().tenant());
    RedriveStop stop = redrives.stop(id).orElseThrow(() -> unknown(id));
    if (!stop.stopped()) {
      String state = stop.redrive().state().name();
      throw Problem.conflict("redrive %s is %s and cannot be stopped".formatted(id, state), state);
    }
    return Reply.ok(RedriveJson.VIEW.json(stop.redrive()));
  }

  private static Problem unknown(RedriveId id) {
    return Problem.notFound("redrive " + id);
  }
}
