package io.taskforge.server.api;

import io.taskforge.SchedulePage;
import io.taskforge.Schedules;
import io.taskforge.TaskForge;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.StoredSchedule;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Limits;
import io.taskforge.server.http.Precondition;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/** Creates, changes, pauses and triggers schedules. */
record ScheduleRoutes(
    TaskForge forge, Schedules schedules, ScheduleBody body, QuotaChecks quotas, EventFeed feed) {
  private static final String PATH = "/api/v1/schedules";
  private static final Field<ScheduleId> ID =
      Field.text("id", "the schedule's id", ScheduleId::new);
  private static final Field<TenantId> TENANT =
      Field.text("tenant", "the tenant of the schedule; `default` if not given", TenantId::new);
  private static final Field<ScheduleKey> CURSOR =
      Field.text("cursor", "`next` of the previous page", ScheduleRoutes::cursor);

  List<Route> routes() {
    return List.of(
        Route.get(PATH, "listSchedules")
            .summary("Lists schedules, ordered by tenant and id")
            .query(Fields.TENANT, Fields.LIMIT, CURSOR)
            .large()
            .answers(200, Schema.page(ScheduleResponse.VIEW))
            .by(this::list),
        Route.post(PATH, "createSchedule")
            .summary("Creates a schedule")
            .audited("schedule.create")
            .takes(body.newShape())
            .answers(201, ScheduleResponse.VIEW)
            .problems(409, 429)
            .by(this::create),
        one(Route.get(PATH + "/{id}", "getSchedule")
                .summary("Shows a schedule and its next five runs"))
            .answers(200, ScheduleResponse.VIEW)
            .by(request -> shown(get(request))),
        one(Route.get(PATH + "/{id}/runs", "getScheduleRuns")
                .summary(
                    "Lists the attempts of a schedule's jobs, newest occurrence first, also after the"
                        + " schedule was deleted; a table for Accept: text/plain"))
            .query(ScheduleRunsReply.LIMIT, ScheduleRunsReply.CURSOR)
            .large()
            .answers(200, Schema.page(JobJson.ATTEMPT))
            .orText()
            .by(
                request ->
                    new ScheduleRunsReply(forge)
                        .runs(request, key(request), "schedule " + key(request))),
        one(Route.put(PATH + "/{id}", "putSchedule")
                .summary("Creates or replaces a schedule; its history is kept"))
            .audited("schedule.update")
            .takes(body.planShape())
            .answers(200, ScheduleResponse.VIEW)
            .answers(201, ScheduleResponse.VIEW)
            .problems(412, 429)
            .by(this::put),
        one(Route.delete(PATH + "/{id}", "deleteSchedule")
                .summary("Deletes a schedule; jobs that it enqueued are kept"))
            .audited("schedule.delete")
            .answers(204)
            .problems(412)
            .by(this::delete),
        one(Route.post(PATH + "/{id}/trigger", "triggerSchedule")
                .summary("Enqueues one job of a schedule now; its next runs don't change"))
            .audited("schedule.trigger")
            .answers(201, JobJson.SCHEMA)
            .problems(429)
            .by(this::trigger),
        one(Route.post(PATH + "/{id}/pause", "pauseSchedule").summary("Pauses a schedule"))
            .audited("schedule.pause")
            .answers(200, ScheduleResponse.VIEW)
            .by(request -> changed(request, schedules::pause)),
        one(Route.post(PATH + "/{id}/resume", "resumeSchedule")
                .summary("Resumes a schedule from its next occurrence"))
            .audited("schedule.resume")
            .answers(200, ScheduleResponse.VIEW)
            .by(request -> changed(request, schedules::resume)));
  }

  private static Route.Builder one(Route.Builder route) {
    return route.at(ID).query(TENANT);
  }

  private static ScheduleKey cursor(String text) {
    String[] parts = text.split("/", -1);
    if (parts.length != 2) {
      throw new IllegalArgumentException("must be next of a previous page");
    }
    return ScheduleKey.of(parts[0], parts[1]);
  }

  private Reply list(Request request) {
    SchedulePage page =
        schedules.list(
            request.caller().only(request.query().get(Fields.TENANT)),
            request.query().get(CURSOR),
            request.query().get(Fields.LIMIT, Limits.DEFAULT_PAGE));
    return PageReply.of(
        page.items(), ScheduleResponse.VIEW::json, page.next(), item -> item.schedule().key());
  }

  private Reply create(Request request) {
    ScheduleId given = request.body().get(ScheduleBody.ID);
    Schedule schedule =
        body.read(
            request.body(),
            given == null ? schedules.newId() : given,
            request.caller().owner(request.body().get(Fields.TENANT)));
    request.audit().target(schedule.id().value()).of(schedule.tenant());
    admit(request.caller(), schedule);
    return stored(() -> schedules.create(schedule))
        .map(made -> created(request, made))
        .orElseThrow(() -> Problem.conflict("schedule " + schedule.key() + " already exists"));
  }

  private void admit(Caller caller, Schedule schedule) {
    quotas.queue(caller, schedule.job().queue());
    if (schedules.get(schedule.key()).isEmpty()) {
      quotas.schedule(caller, schedule.tenant());
    }
  }

  private static Reply created(Request request, StoredSchedule made) {
    request.audit().action("schedule.create");
    return created(made, ScheduleResponse.VIEW.json(made));
  }

  /** Returns a 201 with the Location and version of a new schedule. */
  static Reply created(StoredSchedule made, ObjectNode shown) {
    ScheduleKey key = made.schedule().key();
    String tenant = key.tenant().equals(TenantId.DEFAULT) ? "" : "?tenant=" + key.tenant();
    return Reply.json(201, shown)
        .version(made.version())
        .header("Location", PATH + "/" + key.id() + tenant);
  }

  /** Stores a schedule; a schedule that is too large is a 400. */
  static Optional<StoredSchedule> stored(Supplier<Optional<StoredSchedule>> store) {
    try {
      return store.get();
    } catch (IllegalArgumentException e) {
      throw Problem.invalid("job", "this job", String.valueOf(e.getMessage()));
    }
  }

  private Reply put(Request request) {
    ScheduleKey key = key(request);
    Schedule schedule = body.read(request.body(), key.id(), key.tenant());
    Precondition condition = request.precondition();
    admit(request.caller(), schedule);
    if (condition.isNone()) {
      Optional<StoredSchedule> made = stored(() -> schedules.create(schedule));
      return made.isPresent()
          ? created(request, made.get())
          : shown(stored(() -> Optional.of(schedules.put(schedule))).orElseThrow());
    }
    while (true) {
      long version = checkedVersion(key, condition);
      Optional<StoredSchedule> now = stored(() -> schedules.put(schedule, version));
      if (now.isPresent()) {
        return version == 0 ? created(request, now.get()) : shown(now.get());
      }
    }
  }

  /** Returns the version of a schedule after checking the precondition; 0 if there is none. */
  private long checkedVersion(ScheduleKey key, Precondition condition) {
    long version = schedules.get(key).map(StoredSchedule::version).orElse(0L);
    condition.check("schedule " + key, version);
    return version;
  }

  private static Reply shown(StoredSchedule schedule) {
    return Reply.ok(ScheduleResponse.VIEW.json(schedule)).version(schedule.version());
  }

  private Reply delete(Request request) {
    ScheduleKey key = key(request);
    Precondition condition = request.precondition();
    boolean gone = condition.isNone() && schedules.delete(key);
    while (!gone) {
      if (schedules.get(key).isEmpty()) {
        throw missing(key);
      }
      gone = schedules.delete(key, checkedVersion(key, condition));
    }
    return Reply.nothing();
  }

  private Reply trigger(Request request) {
    ScheduleKey key = key(request);
    if (schedules.get(key).isEmpty()) {
      throw missing(key);
    }
    JobId id =
        quotas
            .job(key.tenant(), () -> schedules.trigger(key), Optional::isPresent)
            .orElseThrow(() -> missing(key));
    Job job = JobRoutes.job(forge, request.caller(), id);
    feed.enqueued(List.of(EnqueuedEvent.of(job)));
    return Reply.json(201, JobJson.of(job)).header("Location", "/api/v1/jobs/" + id);
  }

  private Reply changed(Request request, Function<ScheduleKey, Optional<StoredSchedule>> change) {
    ScheduleKey key = key(request);
    return shown(change.apply(key).orElseThrow(() -> missing(key)));
  }

  private StoredSchedule get(Request request) {
    ScheduleKey key = key(request);
    return schedules.get(key).orElseThrow(() -> missing(key));
  }

  private static ScheduleKey key(Request request) {
    ScheduleKey key =
        new ScheduleKey(request.caller().owner(request.query().get(TENANT)), request.path(ID));
    request.audit().of(key.tenant());
    return key;
  }

  private static Problem missing(ScheduleKey key) {
    return Problem.notFound("schedule " + key);
  }
}
