package io.taskforge.server;

import io.micrometer.core.instrument.MeterRegistry;
import io.taskforge.HandlerOptions;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.TaskForgeVersion;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.loop.Deadline;
import io.taskforge.engine.loop.Loop;
import io.taskforge.server.access.ApiKeys;
import io.taskforge.server.access.LeaseTokenSigner;
import io.taskforge.server.alert.AlertGauges;
import io.taskforge.server.alert.AlertSink;
import io.taskforge.server.alert.AlertWatch;
import io.taskforge.server.api.Api;
import io.taskforge.server.api.EventFeed;
import io.taskforge.server.api.StoreChanges;
import io.taskforge.server.audit.AuditRecorder;
import io.taskforge.server.figures.LoadRecorder;
import io.taskforge.server.http.Route;
import io.taskforge.server.httpjob.EncryptedHeaders;
import io.taskforge.server.httpjob.HttpJobHandler;
import io.taskforge.server.outbound.CallerConfig;
import io.taskforge.server.outbound.HttpCaller;
import io.taskforge.server.outbound.OverloadBackoff;
import io.taskforge.server.outbound.SsrfPolicy;
import io.taskforge.server.secret.SecretBox;
import io.taskforge.server.tenant.StoredLimits;
import io.taskforge.server.tenant.StoredTenantQuotas;
import io.taskforge.server.webhook.WebhookDelivery;
import io.taskforge.server.webhook.WebhookHandler;
import io.taskforge.server.webhook.Webhooks;
import io.taskforge.store.JobStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the API needs besides a {@link TaskForge}: HTTP jobs, webhooks, alerts, live events and the
 * limits of tenants. It does not listen to any port, so that a program can have them with a
 * TaskForge and an HTTP server of its own. A store object can have one only.
 */
public final class ApiFeatures implements AutoCloseable {
  private static final Duration LAST_EVALUATION = Duration.ofSeconds(1);

  private final JobStore store;
  private final EngineEnvironment environment;
  private final SecureRandom random;
  private final EncryptedHeaders secrets;
  private final EventFeed feed;
  private final HttpCaller caller;
  private final AuditRecorder auditor;
  private final Webhooks webhooks;
  private final StoredTenantQuotas limits;
  private final AlertWatch alerts;
  private final LoadRecorder load;
  private final Loop alertsLoop;
  private final Loop loadLoop;
  private final StoreChanges changes;
  private final Loop changesLoop;

  /**
   * @param concurrency how many HTTP jobs and webhooks run at once
   * @param targets SSRF protection: the targets that outbound calls may reach
   * @param box encrypts stored secrets
   */
  public ApiFeatures(
      JobStore store,
      EngineEnvironment environment,
      SecureRandom random,
      int concurrency,
      SsrfPolicy targets,
      SecretBox box) {
    this.store = store;
    this.environment = environment;
    this.random = random;
    this.secrets = new EncryptedHeaders(box);
    this.feed = new EventFeed("%016x".formatted(random.nextLong()), environment.ticker());
    this.caller =
        new HttpCaller(CallerConfig.of(targets, environment.ticker()).forCallers(concurrency));
    this.auditor = new AuditRecorder(store.audit(), environment.ticker());
    this.webhooks = Webhooks.open(store, box, random, environment.ids());
    this.limits =
        new StoredTenantQuotas(
            new StoredLimits(store.documents()), store.queries(), environment.ticker());
    this.alerts =
        new AlertWatch(
            store,
            List.of(
                AlertSink.log(),
                AlertSink.eventStream(feed::alert),
                AlertSink.webhooks(webhooks.deliveries(), store)));
    this.load = new LoadRecorder(store);
    this.alertsLoop = new Loop("taskforge-alerts", alerts);
    this.loadLoop = new Loop("taskforge-load", load);
    this.changes = new StoreChanges(feed, store, environment.ticker());
    this.changesLoop = new Loop("taskforge-changes", changes);
  }

  /** Adds the handlers, follow-ups, listeners and limits to a TaskForge that is not built yet. */
  public void addTo(TaskForgeBuilder builder) {
    OverloadBackoff later = new OverloadBackoff(environment.random());
    builder
        .listener(feed)
        .tenantQuotas(limits)
        .handler(
            new JobType<>(HttpJobHandler.TYPE, JsonNode.class),
            new HttpJobHandler(caller, store::now, TaskForgeVersion.get(), secrets, later),
            HandlerOptions::keyIsDestination)
        .handler(
            new JobType<>(WebhookDelivery.TYPE, JsonNode.class),
            new WebhookHandler(
                caller, webhooks, store::now, TaskForgeVersion.get(), later, auditor),
            HandlerOptions::keyIsDestination)
        .followUps(webhooks.deliveries());
  }

  /** Reports alerts as gauges. */
  public void bindTo(MeterRegistry metrics) {
    new AlertGauges(alerts).bindTo(metrics);
  }

  /**
   * Returns the routes of the API.
   *
   * @param forge built with {@link #addTo}
   * @param metrics writes metrics in the Prometheus text format, or null for no such route
   */
  public List<Route> routes(TaskForge forge, ApiKeys keys, @Nullable Supplier<String> metrics) {
    return new Api(
            forge,
            store,
            new Api.Credentials(keys, LeaseTokenSigner.of(store.documents(), random)),
            new Api.JobRules(caller.policy(), secrets),
            webhooks,
            new Api.Monitoring(feed, metrics, load),
            limits,
            environment.ticker())
        .routes(TaskForgeVersion.get());
  }

  /** Starts to evaluate alert rules, to record the load and to look for changes. */
  public void start() {
    alertsLoop.start();
    loadLoop.start();
    changesLoop.start();
  }

  /** Ends open event streams and starts no more evaluations, before the TaskForge is closed. */
  public void end() {
    alertsLoop.end();
    loadLoop.end();
    changesLoop.end();
    changes.close();
    feed.close();
  }

  /** Waits until evaluations have ended, after the TaskForge is closed. */
  void awaitEnd(Deadline deadline) {
    alertsLoop.stop(deadline.left());
    loadLoop.stop(deadline.left());
    changesLoop.stop(deadline.left());
  }

  public AuditRecorder auditor() {
    return auditor;
  }

  AlertWatch alerts() {
    return alerts;
  }

  LoadRecorder load() {
    return load;
  }

  EventFeed events() {
    return feed;
  }

  StoreChanges changes() {
    return changes;
  }

  /** Closes connections, after {@link #end} and after the TaskForge is closed. */
  @Override
  public void close() {
    end();
    alertsLoop.stop(LAST_EVALUATION);
    loadLoop.stop(LAST_EVALUATION);
    changesLoop.stop(LAST_EVALUATION);
    webhooks.close();
    caller.close();
  }
}
