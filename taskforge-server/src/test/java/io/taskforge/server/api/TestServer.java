package io.taskforge.server.api;

import static io.taskforge.engine.EngineAccess.engineOf;

import io.taskforge.engine.Engine;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.JobState;
import io.taskforge.server.Server;
import io.taskforge.server.alert.AlertWatch;
import io.taskforge.server.config.Settings;
import io.taskforge.server.contract.Contract;
import io.taskforge.server.figures.LoadRecorder;
import io.taskforge.server.http.Route;
import io.taskforge.store.JobStore;
import io.taskforge.testing.ManualClock;
import io.taskforge.testing.SequentialIds;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A complete server with a manual clock: real HTTP, a real store, and jobs that run within {@link
 * #runDue}.
 */
public final class TestServer implements AutoCloseable {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final String DOCUMENT = "/openapi.json";

  /** By operations. Servers with the same ones have the same document, which is long. */
  private static final Map<List<String>, Contract> CONTRACTS = new ConcurrentHashMap<>();

  private static final Instant USUAL_START = Instant.parse("2030-01-01T00:00:00Z");

  private final ManualClock clock;
  private final JobStore store;
  private final boolean ownsStore;
  private final Server server;
  private @Nullable Contract contract;

  private TestServer(Settings settings, ManualClock clock, JobStore store, boolean ownsStore) {
    this.clock = clock;
    this.store = store;
    this.ownsStore = ownsStore;
    Instant start = clock.instant();
    server =
        Server.open(
            settings.flag("port", 0).options(),
            store,
            new EngineEnvironment(
                () -> Duration.between(start, clock.instant()).toNanos(),
                new SplittableRandom(42),
                new SequentialIds(clock),
                (name, concurrency) -> HandlerThreads.direct()));
  }

  /** A server on SQLite. */
  public static TestServer onSqlite(Path directory) {
    return onSqlite(directory, new Settings(), newClock());
  }

  /** A server on SQLite with these settings. */
  public static TestServer onSqlite(Path directory, Settings settings) {
    return onSqlite(directory, settings, newClock());
  }

  /** A server on SQLite whose time begins at {@code start}. */
  public static TestServer onSqlite(Path directory, Instant start) {
    return onSqlite(directory, new Settings(), ManualClock.startingAt(start));
  }

  /** A server on an existing SQLite store, at a later time. */
  public static TestServer onSqlite(Path directory, ManualClock clock) {
    return onSqlite(directory, new Settings(), clock);
  }

  private static TestServer onSqlite(Path directory, Settings settings, ManualClock clock) {
    JobStore store = SqliteJobStore.builder(directory.resolve("test.db")).clock(clock).build();
    return new TestServer(settings, clock, store, true);
  }

  /** Another server on the same store and clock. */
  public static TestServer beside(TestServer other) {
    return new TestServer(new Settings(), other.clock, another(other.store), false);
  }

  /** Opens the same store again: each store object has the follow-ups of one server. */
  private static JobStore another(JobStore store) {
    return (JobStore)
        Proxy.newProxyInstance(
            JobStore.class.getClassLoader(),
            new Class<?>[] {JobStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("followUps")) {
                return null;
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static ManualClock newClock() {
    return ManualClock.startingAt(USUAL_START);
  }

  /** A server on a store that {@code opened} returns for the test's clock. */
  public static TestServer on(Function<ManualClock, JobStore> opened) {
    ManualClock clock = newClock();
    return new TestServer(new Settings(), clock, opened.apply(clock), true);
  }

  public JobStore store() {
    return store;
  }

  public ManualClock clock() {
    return clock;
  }

  public String url() {
    return server.url();
  }

  /** Advances the clock and runs due jobs. */
  public TestServer advance(Duration by) {
    clock.advance(by);
    runDue();
    return this;
  }

  /** Runs everything that is due now. */
  public void runDue() {
    Engine engine = engineOf(server.forge());
    engine.readQueues();
    engine.rescue();
    engine.heartbeat();
    engine.fireSchedules();
    Map<JobState, Long> before;
    do {
      engine.redrive();
      before = store.queries().stats().jobsByState();
      engine.fetch();
      engine.commit();
    } while (!before.equals(store.queries().stats().jobsByState()));
    server.alerts().turn();
  }

  /** Runs due jobs once, with the settings of queues and policies that the node knows. */
  public void runFetched() {
    engineOf(server.forge()).fetch();
    engineOf(server.forge()).commit();
  }

  public Answer get(String path, String... headers) {
    return send("GET", path, null, headers);
  }

  public Answer post(String path, String json, String... headers) {
    return send("POST", path, json, headers);
  }

  public Answer post(String path) {
    return send("POST", path, null);
  }

  public Answer put(String path, String json, String... headers) {
    return send("PUT", path, json, headers);
  }

  public Answer delete(String path, String... headers) {
    return send("DELETE", path, null, headers);
  }

  /** Validates every response against the server's OpenAPI document. */
  private synchronized Contract contract() {
    if (contract == null) {
      List<String> operations =
          server.routes().stream().map(route -> route.operation().id()).toList();
      contract =
          CONTRACTS.computeIfAbsent(operations, same -> new Contract(get(DOCUMENT).is(200).json()));
    }
    return contract;
  }

  /** Samples the load as the server does every 30 s. */
  public LoadRecorder load() {
    return server.load();
  }

  /** Looks for changes on all nodes. */
  void lookForChanges() {
    server.changes().turn();
  }

  /** Evaluates alert rules as the server does every 15 s. */
  public AlertWatch alerts() {
    return server.alerts();
  }

  /** All routes. */
  public List<Route> routes() {
    return server.routes();
  }

  private Answer send(String method, String path, @Nullable String json, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url() + path))
            .timeout(Duration.ofSeconds(30))
            .method(method, json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json));
    if (json != null) {
      request.header("Content-Type", "application/json");
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    if (!List.of(headers).contains("Accept")) {
      request.header("Accept", "application/json"); // an event stream never ends
    }
    try {
      HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
      Answer answer = new Answer(response);
      if (path.equals(DOCUMENT)) {
        return answer;
      }
      contract().check(method, path, answer.status(), answer.header("Content-Type"), answer.text());
      return answer;
    } catch (IOException e) {
      throw new IllegalStateException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    server.close();
    if (ownsStore) {
      store.close();
    }
  }
}
