package io.taskforge.server;

import static io.taskforge.engine.EngineAccess.engineOf;
import static io.taskforge.engine.EngineAccess.withEnvironment;

import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.StoredPolicies;
import io.taskforge.engine.loop.Deadline;
import io.taskforge.metrics.MicrometerListener;
import io.taskforge.metrics.StoreGauges;
import io.taskforge.opentelemetry.OpenTelemetryTracing;
import io.taskforge.server.access.ApiKeys;
import io.taskforge.server.access.AuthenticationSwitch;
import io.taskforge.server.access.Authenticator;
import io.taskforge.server.access.EphemeralKey;
import io.taskforge.server.alert.AlertWatch;
import io.taskforge.server.api.EventFeed;
import io.taskforge.server.api.StoreChanges;
import io.taskforge.server.config.InvalidSettingsException;
import io.taskforge.server.config.PolicySetting;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.server.dashboard.Dashboard;
import io.taskforge.server.figures.LoadRecorder;
import io.taskforge.server.http.ConnectionLimits;
import io.taskforge.server.http.HttpServer;
import io.taskforge.server.http.Route;
import io.taskforge.server.metrics.ServerMetrics;
import io.taskforge.store.JobStore;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A server: the HTTP API over a store, and a worker for HTTP jobs and webhooks. It accepts requests
 * once it is opened, and runs jobs once its worker is started. The caller owns the store; a store
 * object can have one server only, because its follow-ups can be set once only.
 */
public final class Server implements AutoCloseable {
  private final TaskForge forge;
  private final ApiFeatures features;
  private final HttpServer http;
  private final List<Route> routes;
  private final ServerMetrics metrics;

  private Server(
      TaskForge forge,
      ApiFeatures features,
      HttpServer http,
      List<Route> routes,
      ServerMetrics metrics) {
    this.metrics = metrics;
    this.forge = forge;
    this.features = features;
    this.http = http;
    this.routes = routes;
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
    ServerMetrics metrics = new ServerMetrics();
    ApiKeys keys = new ApiKeys(store, random);
    requireKeys(options.listener().host(), keys);
    ApiFeatures features =
        new ApiFeatures(
            store,
            environment,
            random,
            options.worker().concurrency(),
            ServerSsrfPolicy.of(options, new AuthenticationSwitch(keys, environment.ticker())),
            options.encryption().box(random));
    TaskForgeBuilder builder =
        withEnvironment(TaskForge.builder(), environment)
            .store(store)
            .name("server")
            .concurrency(options.worker().concurrency())
            .lease(options.worker().lease())
            .shutdownGrace(options.worker().shutdownGrace())
            .retryPolicy(options.worker().retryPolicy())
            .retention(options.worker().retention())
            .destinations(options.worker().destinations(), options.worker().breakers())
            .listener(new MicrometerListener(metrics.registry()))
            .tracing(OpenTelemetryTracing.global())
            .allQueues()
            .tenantsShare();
    features.addTo(builder);
    TaskForge forge = builder.build();
    new StoreGauges(forge::stats).bindTo(metrics.registry());
    features.bindTo(metrics.registry());
    List<Route> routes = features.routes(forge, keys, metrics.registry()::scrape);
    try {
      HttpServer http =
          HttpServer.start(
              options.listener().host(),
              options.listener().port(),
              Stream.concat(routes.stream(), Dashboard.routes().stream()).toList(),
              new Authenticator(keys, store::now, environment.ticker(), session),
              features.auditor(),
              environment.ticker(),
              () -> environment.ids().get().toString(),
              ConnectionLimits.defaults(options.listener().connectionsPerAddress()));
      return new Server(forge, features, http, routes, metrics);
    } catch (RuntimeException e) {
      features.end();
      forge.close();
      features.close();
      metrics.close();
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
    features.start();
  }

  /** The engine behind the API. */
  public TaskForge forge() {
    return forge;
  }

  public AlertWatch alerts() {
    return features.alerts();
  }

  public LoadRecorder load() {
    return features.load();
  }

  public EventFeed events() {
    return features.events();
  }

  public StoreChanges changes() {
    return features.changes();
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
    features.end();
    http.close();
    engineOf(forge).stop(deadline);
    features.awaitEnd(deadline);
    features.close();
    metrics.close();
  }
}
