package io.taskforge.server.api;

import io.taskforge.job.Job;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.json.strict.Json;
import io.taskforge.query.JobFilter;
import io.taskforge.query.WorkerInfo;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.store.JobQueries;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Lists active workers. */
final class WorkerRoutes {
  private static final int MAX_RUNNING = 1_000;
  private static final Schema WORKER =
      Schema.object("Worker")
          .required("id", Schema.text(), "the unique name of the worker")
          .required("host", Schema.text(), "the host name")
          .required("queues", Schema.list(Schema.text()), "the queues that it serves")
          .required("types", Schema.list(Schema.text()), "the job types that it can run")
          .required("concurrency", Schema.integer(), "the maximum number of concurrent jobs")
          .required("running", Schema.integer(), "the number of running jobs at its last heartbeat")
          .required(
              "jobs",
              Schema.list(
                  Schema.object("RunningJob")
                      .required("id", Schema.text("uuid"), "the job")
                      .required("queue", Schema.text(), "the queue")
                      .required("type", Schema.text(), "the job type")
                      .required("attempt", Schema.integer(), "the number of the attempt")
                      .required("claimedAt", Schema.time(), "when it was claimed")),
              "the jobs that it runs; at most the latest 1000 of all workers are shown")
          .required("startedAt", Schema.time(), "when it was first seen")
          .required("lastSeenAt", Schema.time(), "its last heartbeat");

  private final JobQueries queries;

  WorkerRoutes(JobQueries queries) {
    this.queries = queries;
  }

  List<Route> routes() {
    return List.of(
        Route.get(
                "/api/v1/workers", "listWorkers", "Lists active workers and the jobs that they run")
            .access(Access.shared(Scope.READ))
            .answers(200, Schema.page(WORKER))
            .by(this::workers));
  }

  private Reply workers(Request request) {
    Map<String, List<Job>> running =
        queries
            .list(JobFilter.all(MAX_RUNNING).state(JobState.RUNNING).withoutPayloads())
            .items()
            .stream()
            .filter(job -> job.lease() != null)
            .collect(Collectors.groupingBy(WorkerRoutes::holder));
    ObjectNode json = Json.object();
    ArrayNode items = json.putArray("items");
    for (WorkerInfo worker : queries.workers()) {
      ObjectNode item = items.addObject();
      item.put("id", worker.id().value());
      item.put("host", worker.host());
      ArrayNode queues = item.putArray("queues");
      worker.queues().stream().map(QueueName::value).sorted().forEach(queues::add);
      ArrayNode types = item.putArray("types");
      worker.types().stream().map(JobTypeName::value).sorted().forEach(types::add);
      item.put("concurrency", worker.concurrency());
      List<Job> held = running.getOrDefault(worker.id().value(), List.of());
      // The last heartbeat may be older than the worker's latest claims.
      item.put("running", Math.max(worker.running(), held.size()));
      ArrayNode jobs = item.putArray("jobs");
      held.forEach(job -> jobs.add(runningJob(job)));
      item.put("startedAt", JobJson.time(worker.startedAt()));
      item.put("lastSeenAt", JobJson.time(worker.lastSeenAt()));
    }
    json.putNull("next");
    return Reply.ok(json);
  }

  private static String holder(Job job) {
    Job.RunningLease lease = job.lease();
    return lease == null ? "" : lease.worker().value();
  }

  private static ObjectNode runningJob(Job job) {
    Job.RunningLease lease = job.lease();
    return Json.object()
        .put("id", job.id().toString())
        .put("queue", job.queue().value())
        .put("type", job.type().value())
        .put("attempt", job.attempt())
        .put("claimedAt", lease == null ? null : JobJson.time(lease.claimedAt()));
  }
}
