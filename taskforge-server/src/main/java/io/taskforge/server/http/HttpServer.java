package io.taskforge.server.http;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.taskforge.server.access.Authenticator;
import io.taskforge.server.access.Caller;
import io.taskforge.server.access.ForbiddenException;
import io.taskforge.server.access.UnauthorizedException;
import io.taskforge.server.audit.AuditNote;
import io.taskforge.server.audit.AuditRecorder;
import io.taskforge.store.StoreException;
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
import org.jspecify.annotations.Nullable;

/** Listens on one address and answers by a list of routes. Thread-safe. */
public final class HttpServer implements AutoCloseable {
  private static final long STOP_MILLIS = 2_000;
  private static final long STOP_SILENT_MILLIS = 200;
  private static final int SPARE_THREADS = 50;

  private final Javalin javalin;
  private final String host;

  private HttpServer(Javalin javalin, String host) {
    this.javalin = javalin;
    this.host = host;
  }

  /**
   * Starts to listen.
   *
   * @param port 0 for any free one
   * @param authenticator tells who calls
   * @param auditor is told who did what
   * @param ticker a monotonic clock in nanoseconds
   * @param incidents numbers for what goes wrong unexpectedly, so that an answer and the log can be
   *     matched
   * @param connectionsPerAddress how many each other machine may have at once
   * @throws CannotListenException if the address is not to be had
   */
  public static HttpServer start(
      String host,
      int port,
      List<Route> routes,
      Authenticator authenticator,
      AuditRecorder auditor,
      LongSupplier ticker,
      Supplier<String> incidents,
      int connectionsPerAddress) {
    ConnectionLimits limits = ConnectionLimits.usual(connectionsPerAddress);
    return start(host, port, routes, authenticator, auditor, ticker, incidents, limits);
  }

  static HttpServer start(
      String host,
      int port,
      List<Route> routes,
      Authenticator authenticator,
      AuditRecorder auditor,
      LongSupplier ticker,
      Supplier<String> incidents,
      ConnectionLimits connections) {
    HostRule hosts = HostRule.forServerOn(host);
    MethodRule methods = new MethodRule(routes);
    ServerSocketChannel socket = ListeningSocket.on(host, port);
    Javalin javalin =
        Javalin.create(
            config -> {
              configure(config, socket, ticker, connections);
              config.routes.before(context -> protect(context, hosts, methods));
              long heap = Runtime.getRuntime().maxMemory();
              // Apart, so that clients that read long lists slowly don't hold up jobs.
              HeapBudget lists = new HeapBudget(heap, Limits.HEAP_WAIT);
              HeapBudget work = new HeapBudget(heap, Limits.HEAP_WAIT);
              routes.forEach(
                  route ->
                      add(
                          config,
                          route,
                          authenticator,
                          auditor,
                          route.method().equals("GET") ? lists : work,
                          connections));
              Refusals.addTo(config, incidents);
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
      // One for each connection: who sends a body slowly keeps a thread, and must not keep others'.
      QueuedThreadPool threads = new QueuedThreadPool(connections.most() + SPARE_THREADS);
      threads.setName("taskforge-http");
      config.jetty.threadPool = threads;
    }
    config.jetty.modifyHttpConfiguration(HttpServer::limit);
    config.jetty.modifyServer(
        server -> {
          server.setStopTimeout(STOP_MILLIS);
          server.addBean(new NetworkConnectionLimit(connections.most(), server));
          server.setErrorHandler(new ProblemErrorHandler());
        });
    config.jetty.addConnector(
        (server, http) -> connector(server, http, socket, ticker, connections));
  }

  private static void limit(HttpConfiguration http) {
    http.setRequestHeaderSize(Limits.MAX_HEADER_BYTES);
    http.setSendServerVersion(false);
    http.setSendXPoweredBy(false);
    http.addCustomizer(new OwnMethodOnly());
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
    // Clients keep connections open that say nothing; stopping must not wait for them.
    connector.setShutdownIdleTimeout(STOP_SILENT_MILLIS);
    connector.addBean(new PeerLimit(connections.perAddress(), connections.loopbackToo()));
    connector.addBean(
        new RequestTimes(connector.getScheduler(), ticker, connections.requestMillis()));
    return connector;
  }

  private static void protect(Context context, HostRule hosts, MethodRule methods) {
    context.header("X-Content-Type-Options", "nosniff");
    context.header("Cache-Control", "no-store");
    hosts.check(context.header("Host"));
    String method = context.req().getMethod();
    HostRule.checkOrigin(
        method, context.header("Host"), context.header("Origin"), context.header("Sec-Fetch-Site"));
    PercentEncoding.requireIn(context.path());
    methods.check(context);
  }

  private static void add(
      JavalinConfig config,
      Route route,
      Authenticator authenticator,
      AuditRecorder auditor,
      HeapBudget heap,
      ConnectionLimits limits) {
    Route.EventEndpoint events = route.events();
    Handler handler =
        events == null
            ? context -> answer(context, route, authenticator, auditor, heap, limits)
            : context -> stream(context, route, authenticator, events);
    config.routes.addHttpHandler(HandlerType.findOrCreate(route.method()), route.path(), handler);
    if (route.method().equals("GET")) {
      // The same in every respect; the server sends no body in answer to HEAD.
      config.routes.addHttpHandler(HandlerType.HEAD, route.path(), handler);
    }
  }

  private static void stream(
      Context context, Route route, Authenticator authenticator, Route.EventEndpoint events)
      throws IOException {
    Caller caller = admit(context, route, authenticator);
    caller.check(route.access());
    SseSink.requireAccepted(context.header("Accept"));
    Route.Stream stream =
        events.admit(Request.read(context, caller, new AuditNote(null, ""), route));
    if (context.method().equals(HandlerType.HEAD)) {
      stream.abandon();
      SseSink.sendHead(context);
      return;
    }
    String key = context.header("Authorization");
    SseSink.open(context, () -> isAdmitted(key, route, authenticator), stream);
  }

  /** A stream outlives its request; a key that was revoked must end it too. */
  private static boolean isAdmitted(
      @Nullable String authorization, Route route, Authenticator authenticator) {
    try {
      authenticator.authenticate(authorization).check(route.access());
      return true;
    } catch (UnauthorizedException | ForbiddenException e) {
      return false;
    } catch (StoreException e) {
      return true; // nobody can say otherwise until the store is back
    }
  }

  /** Before anything that was sent is looked at. */
  private static Caller admit(Context context, Route route, Authenticator authenticator) {
    if (route.access().open()) {
      return Caller.NOBODY;
    }
    return authenticator.authenticate(context.header("Authorization"));
  }

  private static void answer(
      Context context,
      Route route,
      Authenticator authenticator,
      AuditRecorder auditor,
      HeapBudget heap,
      ConnectionLimits limits) {
    Caller caller = admit(context, route, authenticator);
    AuditNote note =
        new AuditNote(route.action(), String.join("/", context.pathParamMap().values()));
    try {
      caller.check(route.access());
      try (HeapBudget.Reservation reservation =
          heap.reserve(needed(context, route), caller.tenant())) {
        Reply reply = reply(route, Request.read(context, caller, note, route), auditor);
        if (route.isLarge()) {
          reservation.shrinkTo(reply.body().length);
          Sending.now(context, reply, limits.requestMillis());
        } else {
          Sending.later(context, reply);
        }
      }
    } catch (ForbiddenException e) {
      auditor.denied(caller, note);
      throw e;
    } catch (OutOfMemoryError e) {
      throw Refusals.outOfMemory(context, e);
    }
  }

  /** Returns the heap that a request may take. */
  private static int needed(Context context, Route route) {
    int body = route.body() == null ? 0 : HeapBudget.forBody(context.req().getContentLengthLong());
    return route.isLarge() ? Math.max(body, HeapBudget.LARGE_ANSWER) : body;
  }

  private static Reply reply(Route route, Request request, AuditRecorder auditor) {
    Route.Endpoint endpoint = route.endpoint();
    if (endpoint == null) {
      throw new IllegalStateException(route.path() + " has no endpoint");
    }
    Reply reply = endpoint.answer(request);
    // Before it is sent: who has the answer finds what it did.
    auditor.done(request.caller(), request.audit(), reply.status());
    return reply;
  }

  /** Whether an address to listen on can be reached from this machine only. */
  public static boolean isLoopback(String host) {
    return HostRule.isLoopback(host);
  }

  /** The port that it listens on. */
  public int port() {
    return javalin.port();
  }

  /** Where it can be reached. */
  public String url() {
    return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
  }

  @Override
  public void close() {
    javalin.stop();
  }
}
