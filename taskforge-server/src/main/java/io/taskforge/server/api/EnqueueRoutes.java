package io.taskforge.server.api;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.Enqueued;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.Job;
import io.taskforge.json.strict.Json;
import io.taskforge.schedule.StoredSchedule;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.View;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Enqueues jobs. Requests are idempotent if they have an idempotency key. */
final class EnqueueRoutes {
  private static final int MAX_JOBS = 10_000;
  private static final Schema CALL =
      Schema.object("Call")
          .optional("job", JobJson.SCHEMA, "the job; missing with a schedule")
          .optional("schedule", ScheduleResponse.VIEW, "the schedule, if the request has one");
  private static final View<Enqueued> ENQUEUED =
      View.<Enqueued>of("EnqueuedJob")
          .uuid("id", Enqueued::id, "the job's id")
          .bool(
              "created",
              Enqueued::created,
              "false if a job with its idempotency key already existed");

  private final TaskForge forge;
  private final NewJobBody reader;
  private final Field<List<FieldValues>> jobs;
  private final HttpCallBody calls;
  private final QuotaChecks quotas;
  private final EventFeed feed;

  EnqueueRoutes(
      TaskForge forge, NewJobBody reader, HttpCallBody calls, QuotaChecks quotas, EventFeed feed) {
    this.feed = feed;
    this.quotas = quotas;
    this.forge = forge;
    this.reader = reader;
    this.calls = calls;
    this.jobs =
        Field.list(
                "jobs",
                "the jobs; either all or none are enqueued",
                NewJobBody.SHAPE.schema(),
                MAX_JOBS,
                reader.shape()::read)
            .asRequired();
  }

  List<Route> routes() {
    return List.of(
        Route.post("/api/v1/jobs", "enqueueJob")
            .summary("Enqueues a job; answers once it is durable")
            .unaudited("regular traffic, recorded as the job itself")
            .headers(Fields.IDEMPOTENCY_KEY, Fields.TRACEPARENT)
            .takes(reader.shape())
            .answers(201, JobJson.SCHEMA)
            .answers(200, JobJson.SCHEMA)
            .problems(429)
            .by(this::enqueueJob),
        Route.post("/api/v1/calls", "callApi")
            .summary("Enqueues a job that calls an HTTP API, or creates a schedule of such jobs")
            .unaudited(
                "regular traffic, recorded as the job itself; creating a schedule is audited")
            .headers(Fields.IDEMPOTENCY_KEY, Fields.TRACEPARENT)
            .takes(calls.shape())
            .answers(201, CALL)
            .answers(200, CALL)
            .problems(429)
            .by(this::call),
        Route.post("/api/v1/jobs/batch", "enqueueJobs")
            .summary("Enqueues several jobs, all or none")
            .unaudited("regular traffic, recorded as the jobs themselves")
            .headers(Fields.TRACEPARENT)
            .takes(batch())
            .answers(
                201,
                Schema.object("EnqueuedJobs")
                    .required(
                        "items", Schema.list(ENQUEUED), "the jobs, in the order of the request")
                    .required("next", Schema.text().orNull(), "always null"))
            .problems(429)
            .by(this::enqueueBatch));
  }

  private Shape batch() {
    return Shape.of("EnqueuedEvent", jobs)
        .example(
            """
            {"jobs": [{"type": "send-mail", "payload": {"to": "ann@example.com"}},
             {"type": "send-mail", "payload": {"to": "bob@example.com"}, "delay": "5m"}]}
            """)
        .checking(
            (sent, values) -> {
              if (values.has(jobs) && values.required(jobs).isEmpty()) {
                sent.optional("jobs").fault("must have at least one job");
              }
            });
  }

  private Reply enqueueJob(Request request) {
    return enqueueOne(
        request, reader.read(request.body(), request.caller(), key(request)), job -> job);
  }

  private Reply call(Request request) {
    if (calls.isScheduled(request.body())) {
      StoredSchedule made = calls.schedule(request, key(request));
      return ScheduleRoutes.created(made, wrapped("schedule", ScheduleResponse.VIEW.json(made)));
    }
    return enqueueOne(
        request,
        calls.job(request.body(), request.caller(), key(request)),
        job -> wrapped("job", job));
  }

  private static ObjectNode wrapped(String key, ObjectNode json) {
    return Json.object().set(key, json);
  }

  private Reply enqueueOne(Request request, JobRequest job, UnaryOperator<ObjectNode> body) {
    Enqueued enqueued = enqueueAndPublish(request, List.of(job)).get(0);
    Job stored = enqueued.job();
    Job shown = stored == null ? JobRoutes.job(forge, request.caller(), enqueued.id()) : stored;
    return Reply.json(stored == null ? 200 : 201, body.apply(JobJson.of(shown)))
        .header("Location", "/api/v1/jobs/" + enqueued.id());
  }

  private List<Enqueued> enqueueAndPublish(Request request, List<JobRequest> sent) {
    List<JobRequest> jobs =
        Fields.trace(request)
            .map(trace -> sent.stream().map(job -> job.trace(trace)).toList())
            .orElse(sent);
    List<Enqueued> answers = quotas.enqueue(request.caller(), jobs, () -> forge.enqueueAll(jobs));
    feed.enqueued(EnqueuedEvent.of(jobs, answers));
    return answers;
  }

  private static @Nullable String key(Request request) {
    IdempotencyKey key = Fields.idempotencyKey(request);
    return key == null ? null : key.value();
  }

  private Reply enqueueBatch(Request request) {
    Caller caller = request.caller();
    List<JobRequest> batch =
        request.body().required(jobs).stream().map(job -> reader.read(job, caller, null)).toList();
    return PageReply.all(201, enqueueAndPublish(request, batch), ENQUEUED::json);
  }
}
