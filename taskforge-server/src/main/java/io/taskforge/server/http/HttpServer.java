package io.taskforge.server.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import io.taskforge.server.access.Authenticator;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.UnauthorizedException;
import io.taskforge.server.audit.AuditRecorder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ServerSocketChannel;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The HTTP server. Thread-safe. */
public final class HttpServer implements AutoCloseable {
  private static final long STOP_MILLIS = 2_000;
  private static final long STOP_IDLE_MILLIS = 200;
  private static final int SPARE_THREADS = 50;

  private final Javalin javalin;
  private final String host;

  private HttpServer(Javalin javalin, String host) {
    this.javalin = javalin;
    this.host = host;
  }

  /**
   * @param port 0 for any free port
   * @param authenticator identifies the caller of each request
   * @param auditor writes the audit log
   * @param ticker a monotonic clock in nanoseconds
   * @param incidents numbers of unexpected errors, which are in the response and in the log
   * @param connections the limits of connections
   * @throws CannotListenException if the address or port is not available
   */
  public static HttpServer start(
      String host,
      int port,
      List<Route> routes,
      Authenticator authenticator,
      AuditRecorder auditor,
      LongSupplier ticker,
      Supplier<String> incidents,
      ConnectionLimits connections) {
    CrossSiteProtection crossSite = CrossSiteProtection.forServerOn(host);
    RouteTable<Route> table = new RouteTable<>(routes, route -> route);
    ServerSocketChannel socket = ListeningSocket.on(host, port);
    Javalin javalin =
        Javalin.create(
            config -> {
              configure(config, socket, ticker, connections);
              config.routes.before(
                  context -> protect(new JavalinExchange(context, connections), crossSite, table));
              HeapBudgets heap = HeapBudgets.ofThisProcess();
              CallerIdentity callers = exchange -> byKey(authenticator, exchange);
              for (Route route : routes) {
                add(config, new RouteHandler(route, callers, auditor, heap.of(route)), connections);
              }
              config.routes.exception(
                  HttpResponseException.class,
                  (e, context) ->
                      ReplySender.later(context, ExceptionMapper.rejected(e.getStatus(), e)));
              config.routes.exception(
                  Exception.class,
                  (e, context) -> {
                    Exchange exchange = new JavalinExchange(context, connections);
                    Reply reply = ExceptionMapper.reply(e, exchange, incidents);
                    exchange.send(
                        e instanceof UnauthorizedException
                            ? reply.header("WWW-Authenticate", "Bearer realm=\"taskforge\"")
                            : reply);
                  });
            });
    try {
      javalin.start();
    } catch (RuntimeException e) {
      close(socket);
      throw e;
    }
    return new HttpServer(javalin, host);
  }

  private static void close(ServerSocketChannel socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void configure(
      JavalinConfig config,
      ServerSocketChannel socket,
      LongSupplier ticker,
      ConnectionLimits connections) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.maxRequestSize = Limits.MAX_BODY_BYTES;
    config.http.generateEtags = false;
    config.router.treatMultipleSlashesAsSingleSlash = false;
    config.concurrency.useVirtualThreads = Runtime.version().feature() >= 21;
    if (!config.concurrency.useVirtualThreads) {
      // One per connection: a client that sends its body slowly must not block others.
      QueuedThreadPool threads = new QueuedThreadPool(connections.max() + SPARE_THREADS);
      threads.setName("taskforge-http");
      config.jetty.threadPool = threads;
    }
    config.jetty.modifyHttpConfiguration(HttpServer::limit);
    config.jetty.modifyServer(
        server -> {
          server.setStopTimeout(STOP_MILLIS);
          server.addBean(new NetworkConnectionLimit(connections.max(), server));
          server.setErrorHandler(new ProblemErrorHandler());
        });
    config.jetty.addConnector(
        (server, http) -> connector(server, http, socket, ticker, connections));
  }

  private static void limit(HttpConfiguration http) {
    http.setRequestHeaderSize(Limits.MAX_HEADER_BYTES);
    http.setSendServerVersion(false);
    http.setSendXPoweredBy(false);
    http.addCustomizer(new IgnoreMethodOverride());
  }

  private static ServerConnector connector(
      Server server,
      HttpConfiguration http,
      ServerSocketChannel socket,
      LongSupplier ticker,
      ConnectionLimits connections) {
    ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
    try {
      connector.open(socket);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    connector.setIdleTimeout(connections.idleMillis());
    // Clients keep idle connections open; shutdown must not wait for them.
    connector.setShutdownIdleTimeout(STOP_IDLE_MILLIS);
    connector.addBean(
        new ConnectionsPerAddress(connections.perAddress(), connections.includeLoopback()));
    connector.addBean(
        new RequestTimeout(connector.getScheduler(), ticker, connections.requestMillis()));
    return connector;
  }

  private static Supplier<Caller> byKey(Authenticator authenticator, Exchange exchange) {
    String key = exchange.header("Authorization");
    return () -> authenticator.authenticate(key);
  }

  private static void protect(
      Exchange exchange, CrossSiteProtection crossSite, RouteTable<Route> table) {
    crossSite.protect(exchange);
    RouteTable.Match<Route> ignored = table.match(exchange);
  }

  private static void add(
      JavalinConfig config, RouteHandler routeHandler, ConnectionLimits connections) {
    Route route = routeHandler.route();
    Handler handler =
        context ->
            routeHandler.handle(new JavalinExchange(context, connections), context.pathParamMap());
    config.routes.addHttpHandler(HandlerType.findOrCreate(route.method()), route.path(), handler);
    if (route.method().equals("GET")) {
      // Jetty sends no body in response to HEAD.
      config.routes.addHttpHandler(HandlerType.HEAD, route.path(), handler);
    }
  }

  public static boolean isLoopback(String host) {
    return CrossSiteProtection.isLoopback(host);
  }

  public int port() {
    return javalin.port();
  }

  public String url() {
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
  }

  @Override
  public void close() {
    javalin.stop();
  }
}
