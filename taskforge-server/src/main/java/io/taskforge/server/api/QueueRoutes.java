package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import io.taskforge.json.Fault;
import io.taskforge.query.JobFilter;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.PolicyChoice;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.Scope;
import io.taskforge.server.http.Precondition;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Request;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.stats.QueueCounts;
import io.taskforge.stats.StoreStats;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Manages the settings of queues; shows, pauses and resumes them. */
record QueueRoutes(TaskForge forge, JobStore store, StatsCache totals) {
  private static final String PATH = "/api/v1/queues/{name}";

  List<Route> routes() {
    return List.of(
        Route.get("/api/v1/queues", "listQueues")
            .summary(
                "Lists queues that have settings or jobs, ordered by name; to a tenant, those with"
                    + " jobs of its own")
            .answers(200, Schema.page(QueueJson.VIEW))
            .by(request -> list(request.caller().tenant())),
        Route.get(PATH, "getQueue")
            .summary("Shows a queue's settings and job counts; to a tenant, counts of its own jobs")
            .at(Fields.QUEUE_NAME)
            .answers(200, QueueJson.VIEW)
            .by(request -> shown(200, known(request), request.caller().tenant())),
        Route.put(PATH, "putQueue")
            .summary("Creates a queue or replaces its settings")
            .access(Access.shared(Scope.ADMIN))
            .audited("queue.update")
            .at(Fields.QUEUE_NAME)
            .takes(QueueJson.checked(new PolicyLookup(forge.policies())))
            .answers(200, QueueJson.VIEW)
            .answers(201, QueueJson.VIEW)
            .problems(412)
            .by(this::put),
        Route.delete(PATH, "deleteQueue")
            .summary("Deletes a queue's settings; a queue with jobs continues with defaults")
            .access(Access.shared(Scope.ADMIN))
            .audited("queue.delete")
            .at(Fields.QUEUE_NAME)
            .answers(204)
            .problems(412)
            .by(this::delete),
        verb("pause", "Pauses a queue; jobs that are running continue")
            .by(request -> paused(request, forge::pause)),
        verb("resume", "Resumes a queue").by(request -> paused(request, forge::resume)));
  }

  private static Route.Builder verb(String verb, String summary) {
    return Route.post(PATH + "/" + verb, verb + "Queue")
        .summary(summary)
        .access(Access.shared(Scope.ADMIN))
        .audited("queue." + verb)
        .at(Fields.QUEUE_NAME)
        .answers(200, QueueJson.VIEW);
  }

  private Reply list(@Nullable TenantId tenant) {
    StoreStats stats = totals.of(tenant);
    TreeMap<QueueName, QueueJson> shown = new TreeMap<>();
    stats.queues().forEach((name, counts) -> shown.put(name, new QueueJson(name, null, counts)));
    for (Queue queue : store.queues()) {
      QueueName name = queue.name();
      if (tenant == null || shown.containsKey(name)) {
        shown.put(name, new QueueJson(name, queue, stats.queue(name)));
      }
    }
    return PageReply.all(shown.values(), QueueJson.VIEW::json);
  }

  private QueueName known(Request request) {
    return known(store, request.path(Fields.QUEUE_NAME), request.caller().tenant());
  }

  /** Throws a 404 for a queue without settings and jobs; to a tenant, without its own jobs. */
  static QueueName known(JobStore store, QueueName name, @Nullable TenantId tenant) {
    boolean configured = tenant == null && store.queue(name).isPresent();
    if (!configured && !hasJobs(store.queries(), name, tenant)) {
      throw Problem.notFound("queue " + name);
    }
    return name;
  }

  private static boolean hasJobs(JobQueries queries, QueueName name, @Nullable TenantId tenant) {
    JobFilter jobs = JobFilter.all(1).queue(name).withoutPayloads();
    return !queries.list(tenant == null ? jobs : jobs.tenant(tenant)).items().isEmpty();
  }

  private Reply shown(int status, QueueName name, @Nullable TenantId tenant) {
    Optional<Queue> queue = store.queue(name);
    QueueCounts counts = totals.of(tenant).queue(name);
    return Reply.json(status, QueueJson.VIEW.json(new QueueJson(name, queue.orElse(null), counts)))
        .version(queue.map(Queue::version).orElse(0L));
  }

  private Reply put(Request request) {
    QueueName name = request.path(Fields.QUEUE_NAME);
    List<Fault> faults = new ArrayList<>();
    QueueSettings wanted = QueueJson.settings(name, request.body(), faults);
    if (!faults.isEmpty()) {
      throw Problem.invalid(faults);
    }
    request
        .audit()
        .fact("retryPolicy", named(wanted.retryPolicy()))
        .fact("deadLetterQueue", wanted.deadLetterQueue())
        .fact("deadLetterOn", wanted.deadLetterOn())
        .fact("concurrency", wanted.concurrency())
        .fact("rate", wanted.rate());
    Precondition condition = request.precondition();
    while (true) {
      Optional<Queue> before = store.queue(name);
      long version = before.map(Queue::version).orElse(0L);
      condition.check("queue " + name, version);
      boolean same = before.map(Queue::settings).filter(wanted::equals).isPresent();
      if (same || forge.replaceQueue(name, version, wanted).isPresent()) {
        return shown(before.isPresent() ? 200 : 201, name, null);
      }
    }
  }

  /** Returns the name of a policy, for the audit log. */
  static @Nullable String named(@Nullable PolicyChoice choice) {
    if (choice instanceof PolicyChoice.Named known) {
      return known.name().value();
    }
    return choice == null ? null : "its own";
  }

  private Reply delete(Request request) {
    QueueName name = request.path(Fields.QUEUE_NAME);
    Precondition condition = request.precondition();
    while (true) {
      Queue queue =
          store.queue(name).orElseThrow(() -> Problem.notFound("queue " + name + " with settings"));
      condition.check("queue " + name, queue.version());
      if (!isNeeded(name)) {
        forge.deleteQueue(name);
        return Reply.nothing();
      }
      if (forge.replaceQueue(name, queue.version(), QueueSettings.NONE).isPresent()) {
        forge.resume(name);
        return Reply.nothing();
      }
    }
  }

  /**
   * Whether the queue has jobs, or dead letters that a redrive may return to it. Workers that serve
   * all queues must find such a queue.
   */
  private boolean isNeeded(QueueName name) {
    JobFilter mayComeBack = JobFilter.all(1).state(JobState.DEAD).movedFrom(name);
    return hasJobs(store.queries(), name, null)
        || !store.queries().list(mayComeBack).items().isEmpty();
  }

  private Reply paused(Request request, Consumer<QueueName> change) {
    QueueName name = known(request);
    change.accept(name);
    return shown(200, name, null);
  }
}
