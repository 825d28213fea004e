package io.taskforge.server.api;

import io.taskforge.TaskForge;
import io.taskforge.server.access.Access;
import io.taskforge.server.access.ApiKeys;
import io.taskforge.server.access.LeaseTokenSigner;
import io.taskforge.server.alert.Alerts;
import io.taskforge.server.alert.RuleOverrideStore;
import io.taskforge.server.figures.LoadRecorder;
import io.taskforge.server.http.OpenApi;
import io.taskforge.server.http.Reply;
import io.taskforge.server.http.Route;
import io.taskforge.server.http.Schema;
import io.taskforge.server.httpjob.EncryptedHeaders;
import io.taskforge.server.outbound.SsrfPolicy;
import io.taskforge.server.tenant.StoredLimits;
import io.taskforge.server.tenant.StoredTenantQuotas;
import io.taskforge.server.tenant.WorkerQuota;
import io.taskforge.server.triage.GroupNotes;
import io.taskforge.server.webhook.Webhooks;
import io.taskforge.store.JobStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * All routes of the server.
 *
 * @param limits the limits of tenants
 * @param ticker a monotonic clock in nanoseconds
 */
public record Api(
    TaskForge forge,
    JobStore store,
    Credentials credentials,
    JobRules jobRules,
    Webhooks webhooks,
    Monitoring monitoring,
    StoredTenantQuotas limits,
    LongSupplier ticker) {
  private static final List<OpenApi.Tag> TAGS =
      List.of(
          tag("jobs", "Enqueue, inspect, cancel and retry jobs.", "jobs"),
          tag("calls", "Call an HTTP API in the background, once or on a schedule.", "calls"),
          tag("schedules", "Enqueue jobs by cron expression or at a given time.", "schedules"),
          tag("queues", "Configure, pause and measure queues.", "queues"),
          tag(
              "destinations",
              "What jobs call: circuit breakers, holds and recovery.",
              "destinations"),
          tag(
              "policies",
              "Retry policies: store them by name or job type, validate and preview.",
              "policies",
              "types"),
          tag(
              "dead-letters",
              "Jobs that will not be retried: inspect, group by cause and redrive.",
              "dead-letters",
              "failure-groups",
              "redrives"),
          tag(
              "workers",
              "Workers in any language: claim jobs and report the result.",
              "claims",
              "leases",
              "workers"),
          tag("webhooks", "Deliver events to URLs, signed and retried.", "webhooks"),
          tag("events", "Follow jobs and alerts as they change.", "events"),
          tag("alerts", "Alerts and the rules that raise them.", "alerts", "alert-rules"),
          tag("keys", "API keys, and what the caller's own key allows.", "keys", "caller"),
          tag("tenants", "Limits and statistics of tenants.", "tenants"),
          tag("audit", "The audit log.", "audit"),
          tag(
              "server",
              "Health, statistics, search and this document.",
              "healthz",
              "readyz",
              "metrics",
              "openapi.json",
              "stats",
              "search",
              "names"));

  /** The API keys, and what signs the lease tokens of remote workers. */
  public record Credentials(ApiKeys keys, LeaseTokenSigner leases) {}

  /**
   * How requested jobs are checked and completed.
   *
   * @param targets SSRF protection: the targets that outbound calls may reach
   * @param secrets encrypts secret headers of HTTP jobs
   */
  public record JobRules(SsrfPolicy targets, EncryptedHeaders secrets) {}

  /**
   * What shows how the server does.
   *
   * @param metrics writes metrics in the Prometheus text format, or null for no such route
   */
  public record Monitoring(EventFeed feed, @Nullable Supplier<String> metrics, LoadRecorder load) {}

  /**
   * @param version the version of the server, for the OpenAPI document
   */
  public List<Route> routes(String version) {
    EventFeed feed = monitoring.feed();
    QuotaChecks quotas = new QuotaChecks(limits, store, ticker);
    NewJobBody reader = new NewJobBody(forge, jobRules);
    StatsCache totals = new StatsCache(store.queries(), ticker);
    List<Route> routes = new ArrayList<>();
    HttpCallBody calls = new HttpCallBody(forge, reader, quotas);
    routes.addAll(new EnqueueRoutes(forge, reader, calls, quotas, feed).routes());
    routes.addAll(new JobRoutes(forge, new ScheduleRunsReply(forge)).routes());
    PolicyLookup policies = new PolicyLookup(forge.policies());
    JobChangeRoutes changes = new JobChangeRoutes(forge, store::now, quotas);
    routes.addAll(changes.routes());
    routes.addAll(new JobBulkRoutes(forge, store.queries(), changes).routes());
    routes.addAll(new JobCopyRoutes(forge, reader, quotas, feed).routes());
    ScheduleBody schedules = new ScheduleBody(forge.schedules(), reader);
    routes.addAll(new SchedulePreviewRoutes(store::now).routes());
    routes.addAll(new ScheduleRoutes(forge, forge.schedules(), schedules, quotas, feed).routes());
    routes.addAll(new RedriveRoutes(forge.redrives(), quotas).routes());
    routes.addAll(
        new ClaimRoutes(forge, credentials.leases(), new WorkerQuota(store.queries(), ticker))
            .routes());
    routes.addAll(new LeaseRoutes(forge, credentials.leases()).routes());
    routes.addAll(new QueueRoutes(forge, store, totals).routes());
    routes.addAll(new DestinationRoutes(forge.destinations()).routes());
    routes.addAll(new PolicyRoutes(forge.policies(), forge.typePolicies(), policies).routes());
    routes.addAll(new PolicyPreviewRoutes(forge, policies).routes());
    routes.addAll(new PolicyLabRoutes(store, policies).routes());
    routes.addAll(new DeadLetterRoutes(forge, quotas).routes());
    routes.addAll(
        new FailureGroupRoutes(store.queries(), new GroupNotes(store.documents())).routes());
    routes.addAll(new StatsRoutes(store.queries(), totals).routes());
    routes.addAll(new StatsSeriesRoutes(store).routes());
    routes.addAll(new LoadRoutes(monitoring.load(), store::now).routes());
    routes.addAll(new SearchRoutes(forge, store.queries(), new KnownNames(store, ticker)).routes());
    routes.addAll(new WorkerRoutes(store).routes());
    routes.addAll(new EventRoutes(feed).routes());
    routes.addAll(new WebhookRoutes(webhooks, new WebhookFields(jobRules.targets())).routes());
    routes.addAll(new WebhookDeliveryRoutes(webhooks, store, quotas).routes());
    routes.addAll(new AlertRoutes(new Alerts(store)).routes());
    routes.addAll(new AlertRuleRoutes(new RuleOverrideStore(store.documents())).routes());
    routes.addAll(new KeyRoutes(credentials.keys()).routes());
    routes.addAll(new TenantRoutes(new StoredLimits(store.documents()), limits).routes());
    routes.addAll(new AuditRoutes(store.audit()).routes());
    routes.addAll(new ProbeRoutes(new Readiness(store, ticker), monitoring.metrics()).routes());
    routes.add(openApi(routes, version));
    return List.copyOf(routes);
  }

  private static Route openApi(List<Route> others, String version) {
    Route.Builder self =
        Route.get("/openapi.json", "getOpenApi")
            .summary("Returns this OpenAPI document")
            .access(Access.OPEN)
            .answers(200, Schema.map(Schema.any()));
    List<Route> all = new ArrayList<>(others);
    all.add(self.by(request -> Reply.nothing()));
    AtomicReference<@Nullable ObjectNode> document = new AtomicReference<>();
    return self.by(
        request -> {
          // Few callers ask for it, and a server starts faster without it.
          ObjectNode made =
              Objects.requireNonNull(
                  document.updateAndGet(
                      old -> old == null ? OpenApi.document(version, TAGS, all) : old));
          String mount = request.exchange().mount();
          return Reply.ok(mount.isEmpty() ? made : OpenApi.mounted(made, mount));
        });
  }

  private static OpenApi.Tag tag(String name, String description, String... roots) {
    return new OpenApi.Tag(name, description, Set.of(roots));
  }
}
