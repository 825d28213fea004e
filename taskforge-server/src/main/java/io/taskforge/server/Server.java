package io.taskforge.server;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.engine.EngineAccess.withEnvironment;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.taskforge.HandlerOptions;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.StoredPolicies;
import io.taskforge.engine.loop.Deadline;
import io.taskforge.engine.loop.Loop;
import io.taskforge.metrics.MicrometerListener;
import io.taskforge.metrics.StoreGauges;
import io.taskforge.server.access.ApiKeys;
import io.taskforge.server.access.AuthenticationSwitch;
import io.taskforge.server.access.Authenticator;
import io.taskforge.server.access.EphemeralKey;
import io.taskforge.server.access.LeaseTokenSigner;
import io.taskforge.server.alert.AlertGauges;
import io.taskforge.server.alert.AlertSink;
import io.taskforge.server.alert.AlertWatch;
import io.taskforge.server.api.Api;
import io.taskforge.server.api.EventFeed;
import io.taskforge.server.audit.AuditRecorder;
import io.taskforge.server.config.InvalidSettingsException;
import io.taskforge.server.config.PolicySetting;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.server.dashboard.Dashboard;
import io.taskforge.server.figures.LoadRecorder;
import io.taskforge.server.http.ConnectionLimits;
import io.taskforge.server.http.HttpServer;
import io.taskforge.server.http.Route;
import io.taskforge.server.httpjob.EncryptedHeaders;
import io.taskforge.server.httpjob.HttpJobHandler;
import io.taskforge.server.outbound.CallerConfig;
import io.taskforge.server.outbound.HttpCaller;
import io.taskforge.server.outbound.OverloadBackoff;
import io.taskforge.server.secret.SecretBox;
import io.taskforge.server.tenant.StoredLimits;
import io.taskforge.server.tenant.StoredTenantQuotas;
import io.taskforge.server.webhook.WebhookDelivery;
import io.taskforge.server.webhook.WebhookHandler;
import io.taskforge.server.webhook.Webhooks;
import io.taskforge.store.JobStore;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A server: the HTTP API over a store, and a worker for HTTP jobs and webhooks. It accepts requests
 * once it is opened, and runs jobs once its worker is started. The caller owns the store; a store
 * object can have one server only, because its follow-ups can be set once only.
 */
public final class Server implements AutoCloseable {
  private final TaskForge forge;
  private final AlertWatch alerts;
  private final Loop alertsLoop;
  private final LoadRecorder load;
  private final Loop loadLoop;
  private final EventFeed feed;
  private final HttpCaller caller;
  private final Webhooks webhooks;
  private final HttpServer http;
  private final List<Route> routes;

  private Server(
      TaskForge forge,
      AlertWatch alerts,
      LoadRecorder load,
      EventFeed feed,
      HttpCaller caller,
      Webhooks webhooks,
      HttpServer http,
      List<Route> routes) {
    this.alerts = alerts;
    this.alertsLoop = new Loop("taskforge-alerts", alerts);
    this.load = load;
    this.loadLoop = new Loop("taskforge-load", load);
    this.routes = routes;
    this.webhooks = webhooks;
    this.caller = caller;
    this.forge = forge;
    this.feed = feed;
    this.http = http;
  }

  /**
   * @throws InvalidSettingsException if its default retry policy is not known
   */
  public static Server open(ServerOptions options, JobStore store, EngineEnvironment environment) {
    PolicySetting.check(
        options.worker().retryPolicy(),
        name -> store.documents().find(StoredPolicies.key(name)).isPresent());
    return open(options, store, environment, new SecureRandom(), null);
  }

  /** A server that only this process has the key for. */
  public record Private(Server server, EphemeralKey key) {}

  /** Opens a server that accepts an additional key, known to this process only. */
  public static Private openPrivately(
      ServerOptions options, JobStore store, EngineEnvironment environment) {
    SecureRandom random = new SecureRandom();
    EphemeralKey key = EphemeralKey.random(random);
    return new Private(open(options, store, environment, random, key), key);
  }

  /**
   * @param session an additional key with all rights; null to accept the store's keys only
   */
  private static Server open(
      ServerOptions options,
      JobStore store,
      EngineEnvironment environment,
      SecureRandom random,
      @Nullable EphemeralKey session) {
    PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    ApiKeys keys = new ApiKeys(store, random);
    requireKeys(options.listener().host(), keys);
    SecretBox box = options.encryption().box(random);
    EncryptedHeaders secrets = new EncryptedHeaders(box);
    EventFeed feed = new EventFeed("%016x".formatted(random.nextLong()), environment.ticker());
    HttpCaller caller =
        new HttpCaller(
            CallerConfig.of(
                    ServerSsrfPolicy.of(
                        options, new AuthenticationSwitch(keys, environment.ticker())),
                    environment.ticker())
                .forCallers(options.worker().concurrency()));
    OverloadBackoff later = new OverloadBackoff(environment.random());
    AuditRecorder auditor = new AuditRecorder(store.audit(), environment.ticker());
    Webhooks webhooks = Webhooks.open(store, box, random, environment.ids());
    StoredTenantQuotas limits =
        new StoredTenantQuotas(
            new StoredLimits(store.documents()), store.queries(), environment.ticker());
    TaskForge forge =
        withEnvironment(TaskForge.builder(), environment)
            .store(store)
            .name("server")
            .concurrency(options.worker().concurrency())
            .lease(options.worker().lease())
            .shutdownGrace(options.worker().shutdownGrace())
            .retryPolicy(options.worker().retryPolicy())
            .retention(options.worker().retention())
            .destinations(options.worker().destinations(), options.worker().breakers())
            .listener(new MicrometerListener(metrics))
            .listener(feed)
            .allQueues()
            .tenantsShare()
            .tenantQuotas(limits)
            .handler(
                new JobType<>(HttpJobHandler.TYPE, JsonNode.class),
                new HttpJobHandler(caller, store::now, ProgramVersion.get(), secrets, later),
                HandlerOptions::keyIsDestination)
            .handler(
                new JobType<>(WebhookDelivery.TYPE, JsonNode.class),
                new WebhookHandler(
                    caller, webhooks, store::now, ProgramVersion.get(), later, auditor),
                HandlerOptions::keyIsDestination)
            .followUps(webhooks.deliveries())
            .build();
    new StoreGauges(forge::stats).bindTo(metrics);
    AlertWatch alerts =
        new AlertWatch(
            store,
            List.of(
                AlertSink.log(),
                AlertSink.eventStream(feed::alert),
                AlertSink.webhooks(webhooks.deliveries(), store)));
    new AlertGauges(alerts).bindTo(metrics);
    LoadRecorder load = new LoadRecorder(store);
    List<Route> routes =
        new Api(
                forge,
                store,
                new Api.Credentials(keys, LeaseTokenSigner.of(store.documents(), random)),
                new Api.JobRules(caller.policy(), secrets),
                webhooks,
                new Api.Monitoring(feed, metrics, load),
                limits,
                environment.ticker())
            .routes(ProgramVersion.get());
    try {
      HttpServer http =
          HttpServer.start(
              options.listener().host(),
              options.listener().port(),
              Stream.concat(routes.stream(), Dashboard.routes().stream()).toList(),
              new Authenticator(keys, store::now, environment.ticker(), session),
              auditor,
              environment.ticker(),
              () -> environment.ids().get().toString(),
              ConnectionLimits.defaults(options.listener().connectionsPerAddress()));
      return new Server(forge, alerts, load, feed, caller, webhooks, http, routes);
    } catch (RuntimeException e) {
      feed.close();
      forge.close();
      webhooks.close();
      caller.close();
      throw e;
    }
  }

  /** A server that the network can reach must authenticate its callers. */
  private static void requireKeys(String host, ApiKeys keys) {
    if (!HttpServer.isLoopback(host) && !keys.any()) {
      throw new NoKeysException(host);
    }
  }

  /** The server must not listen beyond loopback without API keys. */
  public static final class NoKeysException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoKeysException(String host) {
      super(
          "without API keys a server listens on loopback only, and "
              + host
              + " is not; create a key in its store first: ./taskforge keys create --data DIR"
              + " --all-tenants --scope admin");
    }
  }

  /** Starts to run jobs and to evaluate alert rules. */
  public void startWorker() {
    forge.start();
    alertsLoop.start();
    loadLoop.start();
  }

  /** The engine behind the API. */
  public TaskForge forge() {
    return forge;
  }

  public AlertWatch alerts() {
    return alerts;
  }

  public LoadRecorder load() {
    return load;
  }

  public List<Route> routes() {
    return routes;
  }

  public String url() {
    return http.url();
  }

  /**
   * Graceful shutdown: stops accepting requests, lets running jobs end within the grace period, and
   * releases the others. All steps share one deadline, shortly after the grace period.
   */
  @Override
  public void close() {
    Deadline deadline = engineOf(forge).shutdownDeadline();
    alertsLoop.end();
    loadLoop.end();
    feed.close();
    http.close();
    engineOf(forge).stop(deadline);
    alertsLoop.stop(deadline.left());
    loadLoop.stop(deadline.left());
    webhooks.close();
    caller.close();
  }
}
