package io.taskforge.server;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.engine.EngineSeams;
import io.taskforge.metrics.MicrometerListener;
import io.taskforge.metrics.StoreGauges;
import io.taskforge.server.api.Api;
import io.taskforge.server.api.EventFeed;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.server.http.HttpServer;
import io.taskforge.store.JobStore;

/**
 * A server: the API over a store, and a worker of its own for HTTP jobs. It answers as soon as it
 * is opened; jobs run once its worker is started. The store stays the caller's.
 */
public final class Server implements AutoCloseable {
  private final TaskForge forge;
  private final EventFeed feed;
  private final HttpServer http;

  private Server(TaskForge forge, EventFeed feed, HttpServer http) {
    this.forge = forge;
    this.feed = feed;
    this.http = http;
  }

  /** Opens a server on a store. */
  public static Server open(ServerOptions options, JobStore store, EngineSeams seams) {
    PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    EventFeed feed = new EventFeed();
    TaskForgeBuilder builder =
        TaskForge.builder()
            .store(store)
            .name("server")
            .seams(seams)
            .concurrency(options.concurrency())
            .lease(options.lease())
            .shutdownGrace(options.shutdownGrace())
            .retryPolicy(options.retryPolicy())
            .retention(options.retention())
            .listener(new MicrometerListener(metrics))
            .listener(feed);
    TaskForge forge = builder.build();
    new StoreGauges(forge::stats).bindTo(metrics);
    HttpServer http =
        HttpServer.start(
            options.host(),
            options.port(),
            Api.routes(forge, store, feed, metrics, ProgramVersion.get()),
            () -> seams.ids().get().toString());
    return new Server(forge, feed, http);
  }

  /** Starts to run jobs. */
  public void startWorker() {
    forge.start();
  }

  /** The engine behind the API. */
  public TaskForge forge() {
    return forge;
  }

  /** Where it can be reached. */
  public String url() {
    return http.url();
  }

  /** Answers no more, lets running jobs end within the grace period, and gives back the rest. */
  @Override
  public void close() {
    feed.close();
    http.close();
    forge.close();
  }
}
