package io.taskforge.server.api;

import io.taskforge.job.Job;
import io.taskforge.job.JobState;
import io.taskforge.query.JobFilter;
import io.taskforge.query.WorkerInfo;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import io.taskforge.store.JobQueries;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Lists active workers. */
record WorkerRoutes(JobQueries queries) {
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
          .text("host", w -> w.info.host(), "the host name")
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
        Route.get("/api/v1/workers", "listWorkers")
            .summary("Lists active workers and the jobs that they run")
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
    return PageReply.all(
        queries.workers().stream()
            .map(each -> new Worker(each, running.getOrDefault(each.id().value(), List.of())))
            .toList(),
        WORKER::json);
  }

  private static String holder(Job job) {
    Job.RunningLease lease = job.lease();
    return lease == null ? "" : lease.worker().value();
  }
}
