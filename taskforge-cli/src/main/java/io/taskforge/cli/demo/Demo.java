package io.taskforge.cli.demo;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.demo.Story.Ending;
import io.taskforge.cli.output.Paint.Style;
import io.taskforge.cli.store.StoreProblem;
import io.taskforge.cli.store.TemporaryStore;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.job.QueueName;
import io.taskforge.queue.QueueSettings;
import io.taskforge.server.Server;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.server.config.Settings;
import io.taskforge.store.JobStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Runs every story once, against a server and an endpoint that it starts, and shows the events as
 * they happen. Closing it stops everything, at any time and from any thread.
 */
public final class Demo implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofSeconds(45);
  private static final String LEASE = "2s";
  private static final int UNIQUE_FROM = 24; // of an id: its random tail

  /**
   * The options of a demo.
   *
   * @param db the JDBC URL of a PostgreSQL database, or null for a store in a temporary directory
   * @param keep whether the store's data is kept after the demo
   * @param stay whether the server keeps running after the last story, until the process is stopped
   */
  public record Options(@Nullable String db, boolean keep, boolean stay) {
    /** Omits the URL, which may contain a password. */
    @Override
    public String toString() {
      return "demo on " + (db == null ? "SQLite" : "PostgreSQL");
    }
  }

  private final Options options;
  private final Screen screen;
  private final EngineEnvironment environment;
  private final Class<?> main;
  private final OpenResources open = new OpenResources();

  /**
   * Creates a demo; {@link #run} runs it.
   *
   * @param main the program's main class, to start worker processes with
   */
  public Demo(Options options, Screen screen, EngineEnvironment environment, Class<?> main) {
    this.options = options;
    this.screen = screen;
    this.environment = environment;
    this.main = main;
  }

  /** Runs the stories; returns whether all ended as expected. The server keeps running. */
  public boolean run() throws InterruptedException {
    open.add(QuietLog.open());
    MisbehavingEndpoint endpoint = open.add(MisbehavingEndpoint.start());
    List<Story> stories = new Stories(endpoint.url()).all();
    screen.text(Style.BOLD, "TaskForge demo: " + stories.size() + " stories");
    screen.text(Style.PLAIN, "endpoint  " + endpoint.url() + ", unreliable on purpose");
    String unique = environment.ids().get().toString().substring(UNIQUE_FROM);
    TemporaryStore kept = openStore(unique);
    screen.text(Style.PLAIN, "store     " + kept.place());
    JobStore store = kept.store();
    putQueues(store);
    Instant begin = store.now();
    Server server = open.add(Server.open(serverOptions(), store, environment));
    server.startWorker();
    screen.text(Style.PLAIN, "server    " + server.url());
    ApiClient api = ApiClient.of(server.url(), null);
    play(stories, server.url(), api);
    List<Ending> endings = endings(stories, api, endpoint);
    show(endings, api);
    screen.headline("Retry statistics");
    Instant end = store.now().plusSeconds(1);
    for (String queue : List.of(Stories.QUEUE, Stories.ORDERS)) {
      screen.text(
          Style.PLAIN,
          Report.queue(queue, store.queries().retryMetrics(new QueueName(queue), begin, end)));
    }
    screen.text(Style.PLAIN, Report.totals(server.forge().stats()));
    return report(endings, server, kept);
  }

  private void play(List<Story> stories, String serverUrl, ApiClient api)
      throws InterruptedException {
    ChangeStream changes = open.add(new ChangeStream(api.events(null)));
    KilledWorker killedWorker = open.add(KilledWorker.prepare(screen, main));
    screen.headline("Live");
    for (Story story : stories) {
      api.post(story.route(), story.request());
      screen.happened(story.name(), Style.CYAN, "starts; the endpoint " + story.about());
    }
    killedWorker.play(serverUrl);
    follow(stories, changes, api);
  }

  private TemporaryStore openStore(String unique) {
    try {
      String db = options.db();
      TemporaryStore temporary =
          db == null
              ? TemporaryStore.sqlite(null, "taskforge-demo-")
              : TemporaryStore.postgres(db, screen.console().environment(), "demo_" + unique + "_");
      open.add(options.keep() ? temporary.kept() : temporary);
      return temporary;
    } catch (IOException e) {
      throw new UncheckedIOException("could not create a temporary directory", e);
    } catch (SQLException e) {
      throw StoreProblem.failure(e);
    }
  }

  private static void putQueues(JobStore store) {
    QueueSettings orders = QueueSettings.of(null, new QueueName(Stories.DEAD_ORDERS));
    if (store.replaceQueue(new QueueName(Stories.ORDERS), 0, orders).isEmpty()) {
      throw new IllegalStateException("the store of the demo is in use by something else");
    }
  }

  private static ServerOptions serverOptions() {
    return new Settings()
        .flag("port", 0)
        .flag("lease", LEASE)
        .flag("shutdownGrace", "1s")
        .options();
  }

  /** Shows changes until the last story has ended, or until the time limit. */
  private void follow(List<Story> stories, ChangeStream changes, ApiClient api)
      throws InterruptedException {
    Unfinished unfinished = new Unfinished(stories);
    while (!unfinished.isEmpty() && !open.isClosed()) {
      Duration left = LONGEST.minus(screen.elapsed());
      Change change = left.isNegative() ? null : changes.next(left);
      if (change == null) {
        screen.text(Style.RED, "did not end in time: " + unfinished);
        return;
      }
      screen.happened(change.story(), change.style(), change.text());
      Story over = unfinished.without(change);
      if (over != null && over.whenOver() != null) {
        api.post(over.whenOver());
      }
    }
  }

  private static List<Ending> endings(
      List<Story> stories, ApiClient api, MisbehavingEndpoint endpoint) {
    List<Ending> endings = new ArrayList<>();
    for (Story story : stories) {
      List<Story.Job> jobs = new ArrayList<>();
      for (JsonNode job : api.get("/jobs", Map.of("tenant", story.name())).json().path("items")) {
        jobs.add(Story.Job.of(job));
      }
      List<String> differences = new ArrayList<>(story.expected().differences(jobs));
      String path = story.path();
      if (path != null) {
        differences.addAll(
            Expectation.differencesOfCalls(jobs, endpoint.calls(path), endpoint.keys(path)));
      }
      endings.add(new Ending(story, jobs, differences));
    }
    return endings;
  }

  private void show(List<Ending> endings, ApiClient api) {
    screen.headline("Final states");
    screen.text(Style.PLAIN, Report.states(endings, screen.console()));
    screen.headline("Execution logs");
    for (Ending ending : endings) {
      screen.headline(ending.story().name() + ": " + ending.story().about());
      for (Story.Job job : ending.jobs()) {
        screen.text(Style.PLAIN, api.text("/jobs/" + job.id() + "/history"));
      }
    }
  }

  private boolean report(List<Ending> endings, Server server, TemporaryStore kept) {
    List<Ending> unexpected =
        endings.stream().filter(ending -> !ending.differences().isEmpty()).toList();
    screen.headline(
        unexpected.isEmpty()
            ? "Every story ended as expected."
            : "Some stories did not end as expected:");
    for (Ending ending : unexpected) {
      screen.text(
          Style.RED, ending.story().name() + ": " + String.join("; ", ending.differences()));
    }
    if (options.keep()) {
      screen.text(Style.PLAIN, "kept: " + kept.place());
    }
    screen.text(Style.PLAIN, dashboardHint(server.url(), kept.place()));
    return unexpected.isEmpty();
  }

  /** Returns how to see these jobs in the dashboard. */
  private String dashboardHint(String url, String place) {
    if (options.stay()) {
      return "dashboard: open " + url + "/    (the API is under /api/v1; Ctrl-C stops the server)";
    }
    return options.keep() && options.db() == null
        ? "dashboard of these jobs: ./taskforge server --data %s".formatted(place)
        : "dashboard of these jobs: ./taskforge demo --stay    (runs them again and keeps the server running)";
  }

  /** Whether {@link #close} was called. */
  public boolean isClosed() {
    return open.isClosed();
  }

  /** Stops the output, the server and the endpoint; deletes the store unless it is to be kept. */
  @Override
  public void close() {
    screen.close();
    open.close();
  }
}
