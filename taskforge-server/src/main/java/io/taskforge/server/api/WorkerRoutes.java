package io.taskforge.server.api;

import io.taskforge.job.Job;
import io.taskforge.job.JobState;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.query.JobFilter;
import io.taskforge.query.WorkerInfo;
import io.taskforge.remote.RemoteClaim;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import io.taskforge.store.JobStore;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Lists active workers, and quiets and stops them. */
record WorkerRoutes(JobStore store) {
  private static final String PATH = "/api/v1/workers";
  private static final Field<WorkerId> ID = Field.text("id", "the worker's id", WorkerId::new);
  private static final int MAX_RUNNING = 1_000;
  private static final View<Job> JOB =
      View.<Job>of("RunningJob")
          .uuid("id", Job::id, "the job")
          .text("queue", Job::queue, "the queue")
          .text("type", Job::type, "the job type")
          .integer("attempt", Job::attempt, "the number of the attempt")
          .time(
              "claimedAt",
              j -> j.lease() == null ? null : j.lease().claimedAt(),
              "when it was claimed");
  private static final View<Worker> WORKER =
      View.<Worker>of("Worker")
          .text("id", w -> w.info.id(), "the unique name of the worker")
          .text("host", w -> w.info.host(), "the host and the process id")
          .text("version", w -> w.info.version(), "the version of its program; empty if not known")
          .key(
              "mode",
              w -> w.info.mode(),
              Schema.oneOf((Object[]) WorkerMode.values()),
              "what an operator has asked it to do; it obeys with its next heartbeat")
          .key(
              "queues",
              w -> new TreeSet<>(w.info.queues()),
              Schema.list(Schema.text()),
              "the queues that it serves")
          .key(
              "types",
              w -> new TreeSet<>(w.info.types()),
              Schema.list(Schema.text()),
              "the job types that it can run")
          .integer(
              "concurrency", w -> w.info.concurrency(), "the maximum number of concurrent jobs")
          // The last heartbeat may be older than the worker's latest claims.
          .integer(
              "running",
              w -> Math.max(w.info.running(), w.jobs.size()),
              "the number of running jobs at its last heartbeat")
          .list(
              "jobs",
              Worker::jobs,
              JOB,
              "the jobs that it runs; at most the latest 1000 of all workers are shown")
          .time("startedAt", w -> w.info.startedAt(), "when it was first seen")
          .time("lastSeenAt", w -> w.info.lastSeenAt(), "its last heartbeat");

  private record Worker(WorkerInfo info, List<Job> jobs) {}

  List<Route> routes() {
    return List.of(
        Route.get(PATH, "listWorkers")
            .summary("Lists active workers and the jobs that they run")
            .access(Access.shared(Scope.READ))
            .answers(200, Schema.page(WORKER))
            .by(this::workers),
        verb("quiet", WorkerMode.QUIET, "Lets a worker finish its jobs and claim no more"),
        verb(
            "resume",
            WorkerMode.ACTIVE,
            "Lets a quiet worker, or a stopped remote worker, claim jobs again"),
        verb("stop", WorkerMode.STOPPING, "Shuts a worker down gracefully; its process continues"));
  }

  private Route verb(String verb, WorkerMode mode, String summary) {
    return Route.post(PATH + "/{id}/" + verb, verb + "Worker")
        .summary(summary)
        .access(Access.shared(Scope.ADMIN))
        .audited("worker." + verb)
        .at(ID)
        .answers(200, WORKER)
        .problems(409)
        .by(request -> set(request.path(ID), mode));
  }

  private Reply set(WorkerId id, WorkerMode mode) {
    WorkerInfo before =
        store.queries().workers().stream()
            .filter(worker -> worker.id().equals(id))
            .findFirst()
            .orElseThrow(() -> Problem.notFound("worker " + id));
    // A remote worker that is stopped only gets no more jobs: its claims continue.
    if (before.mode() == WorkerMode.STOPPING
        && mode != WorkerMode.STOPPING
        && !before.host().equals(RemoteClaim.REMOTE)) {
      throw Problem.conflict("worker " + id + " stops; that cannot be undone");
    }
    if (!store.setMode(id, mode)) {
      throw Problem.notFound("worker " + id);
    }
    return Reply.ok(WORKER.json(new Worker(before.mode(mode), running(id.value()))));
  }

  private Reply workers(Request request) {
    Map<String, List<Job>> running = running();
    return PageReply.all(
        store.queries().workers().stream()
            .map(each -> new Worker(each, running.getOrDefault(each.id().value(), List.of())))
            .toList(),
        WORKER::json);
  }

  private List<Job> running(String worker) {
    return running().getOrDefault(worker, List.of());
  }

  private Map<String, List<Job>> running() {
    return store
        .queries()
        .list(JobFilter.all(MAX_RUNNING).state(JobState.RUNNING).withoutPayloads())
        .items()
        .stream()
        .filter(job -> job.lease() != null)
        .collect(Collectors.groupingBy(WorkerRoutes::holder));
  }

  private static String holder(Job job) {
    Job.RunningLease lease = job.lease();
    return lease == null ? "" : lease.worker().value();
  }
}
