package io.taskforge.server.api;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.retry.Fault;
import io.taskforge.server.access.Caller;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Json;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.Shape;
import io.taskforge.server.http.Values;
import io.taskforge.store.Enqueued;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Making jobs, one or many. */
final class EnqueueRoutes {
  private static final int MOST = 10_000;
  private static final Field<List<JsonNode>> JOBS =
      Field.<JsonNode>list(
              "jobs", "all or none of them", NewJobShape.SHAPE.schema(), MOST, node -> node)
          .must();
  private static final Shape BATCH =
      Shape.of("NewJobs", JOBS)
          .checking(
              (sent, values, faults) -> {
                if (values.has(JOBS) && values.need(JOBS).isEmpty()) {
                  faults.add(new Fault("jobs", "[]", "must have at least one job"));
                }
              });
  private static final Schema ENQUEUED =
      Schema.object("EnqueuedJobs")
          .required(
              "items",
              Schema.list(
                  Schema.object("EnqueuedJob")
                      .required("id", Schema.text("uuid"), "the job")
                      .required(
                          "created", Schema.bool(), "false where the key had been used before")),
              "in the order of the request")
          .required("next", Schema.text().orNull(), "always null");

  private final TaskForge forge;
  private final JobReader reader;
  private final CallForm calls;
  private final Admission admission;
  private final EventFeed feed;

  EnqueueRoutes(
      TaskForge forge, JobReader reader, CallForm calls, Admission admission, EventFeed feed) {
    this.feed = feed;
    this.admission = admission;
    this.forge = forge;
    this.reader = reader;
    this.calls = calls;
  }

  List<Route> routes() {
    return List.of(
        Route.post("/api/v1/jobs")
            .unaudited("plain traffic; the job itself is there. Making a schedule is noted")
            .summary(
                "Enqueues a job; answers once it is durable. With api and schedule, makes a schedule")
            .takes(reader.shape())
            .orTakes(CallForm.KEY, calls.shape())
            .answers(201, Schema.anyOf(JobJson.SCHEMA, ScheduleAnswer.SCHEMA))
            .answers(200, JobJson.SCHEMA)
            .problems(429)
            .by(this::enqueue),
        Route.post("/api/v1/jobs/batch")
            .unaudited("plain traffic; the jobs themselves are there")
            .summary("Enqueues many jobs, all or none")
            .takes(BATCH)
            .answers(201, ENQUEUED)
            .problems(429)
            .by(this::enqueueAll));
  }

  private Reply enqueue(Request request) {
    if (CallForm.is(request.body())) {
      return calls.isScheduled(request.body())
          ? calls.schedule(request, key(request))
          : enqueue(request.caller(), calls.job(request.body(), request.caller(), key(request)));
    }
    return enqueue(request.caller(), reader.read(request.body(), request.caller(), key(request)));
  }

  private Reply enqueue(Caller caller, JobRequest job) {
    Enqueued enqueued = enqueue(caller, List.of(job)).get(0);
    return Reply.json(
            enqueued.created() ? 201 : 200, JobJson.of(JobRoutes.job(forge, caller, enqueued.id())))
        .header("Location", "/api/v1/jobs/" + enqueued.id());
  }

  private List<Enqueued> enqueue(Caller caller, List<JobRequest> jobs) {
    List<Enqueued> answers = admission.enqueue(caller, jobs, () -> forge.enqueueAll(jobs));
    feed.enqueued(NewJobs.of(jobs, answers));
    return answers;
  }

  private static @Nullable String key(Request request) {
    IdempotencyKey key = Fields.idempotencyKey(request);
    return key == null ? null : key.value();
  }

  private Reply enqueueAll(Request request) {
    List<Fault> faults = new ArrayList<>();
    List<JobRequest> jobs = new ArrayList<>();
    List<JsonNode> entries = request.body().need(JOBS);
    for (int i = 0; i < entries.size(); i++) {
      String prefix = "jobs[" + i + "].";
      JsonNode entry = entries.get(i);
      if (entry.has(CallForm.KEY)) {
        Values values = calls.shape().read(entry, prefix, faults);
        if (calls.isScheduled(values)) {
          faults.add(
              new Fault(
                  prefix + "schedule",
                  Field.shown(entry.get("schedule")),
                  "must not stand in a batch of jobs: send it alone to POST /api/v1/jobs"));
        } else if (faults.isEmpty()) {
          jobs.add(calls.job(values, request.caller(), null));
        }
        continue;
      }
      Values values = reader.shape().read(entry, prefix, faults);
      if (faults.isEmpty()) {
        jobs.add(reader.read(values, request.caller(), null));
      }
    }
    refuse(faults);
    ObjectNode json = Json.object();
    ArrayNode items = json.putArray("items");
    enqueue(request.caller(), jobs)
        .forEach(
            job -> items.addObject().put("id", job.id().toString()).put("created", job.created()));
    json.putNull("next");
    return Reply.json(201, json);
  }

  private static void refuse(List<Fault> faults) {
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults).exception();
    }
  }
}
