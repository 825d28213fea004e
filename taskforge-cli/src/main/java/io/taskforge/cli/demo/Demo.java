package io.taskforge.cli.demo;

import io.taskforge.engine.EngineEnvironment;
import io.taskforge.job.QueueName;
import io.taskforge.queue.QueueSettings;
import io.taskforge.server.Server;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.server.config.Settings;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Runs every story once, against a server and an endpoint that it starts itself, and shows what
 * happens as it happens. Closing it takes everything down again, at any time and from any thread.
 */
public final class Demo implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofSeconds(45);
  private static final String LEASE = "2s";
  private static final int UNIQUE_FROM = 24; // of an id: its random tail

  private final DemoOptions options;
  private final Screen screen;
  private final EngineEnvironment seams;
  private final OpenThings open = new OpenThings();

  public Demo(DemoOptions options, Screen screen, EngineEnvironment seams) {
    this.options = options;
    this.screen = screen;
    this.seams = seams;
  }

  /** Runs it; returns whether every story ended as it should. What it started stays up. */
  public boolean run() throws InterruptedException {
    open.add(QuietLog.open());
    MisbehavingEndpoint endpoint = open.add(MisbehavingEndpoint.start());
    List<Story> stories = Stories.against(endpoint.url());
    screen.text(Paint.BOLD, "TaskForge demo: " + stories.size() + " stories");
    screen.text(Paint.PLAIN, "endpoint  " + endpoint.url() + ", which misbehaves");
    String unique = seams.ids().get().toString().substring(UNIQUE_FROM);
    DemoStore kept = open.add(DemoStore.open(options, unique));
    screen.text(Paint.PLAIN, "store     " + kept.place());
    JobStore store = kept.store();
    putQueues(store);
    Instant begin = store.now();
    Server server = open.add(Server.open(serverOptions(), store, seams));
    server.startWorker();
    screen.text(Paint.PLAIN, "server    " + server.url());
    ApiCalls api = new ApiCalls(server.url());
    play(stories, server.url(), api);
    List<Ending> endings = endings(stories, api, endpoint);
    show(endings, api);
    screen.headline("Retry statistics");
    Instant end = store.now().plusSeconds(1);
    for (String queue : List.of(Stories.QUEUE, Stories.ORDERS)) {
      screen.text(
          Paint.PLAIN,
          Report.queue(queue, store.queries().retryMetrics(new QueueName(queue), begin, end)));
    }
    screen.text(Paint.PLAIN, Report.totals(server.forge().stats()));
    return judge(endings, server, kept);
  }

  private void play(List<Story> stories, String serverUrl, ApiCalls api)
      throws InterruptedException {
    ChangeStream changes = open.add(ChangeStream.open(api));
    KilledWorker killedWorker = open.add(KilledWorker.prepare(screen));
    screen.headline("Live");
    for (Story story : stories) {
      api.post(story.route(), story.request());
      screen.happened(story.name(), Paint.CYAN, "begins; the other side " + story.about());
    }
    killedWorker.play(serverUrl);
    follow(stories, changes, api);
  }

  private static void putQueues(JobStore store) {
    QueueSettings orders = QueueSettings.of(null, new QueueName(Stories.DEAD_ORDERS));
    if (store.replaceQueue(new QueueName(Stories.ORDERS), 0, orders).isEmpty()) {
      throw new IllegalStateException("the demo's store is not its own");
    }
  }

  private static ServerOptions serverOptions() {
    return new Settings()
        .flag("port", 0)
        .flag("lease", LEASE)
        .flag("shutdownGrace", "1s")
        .options();
  }

  /** Shows what happens until the last story is over, or there has been time enough. */
  private void follow(List<Story> stories, ChangeStream changes, ApiCalls api)
      throws InterruptedException {
    Unfinished unfinished = new Unfinished(stories);
    while (!unfinished.isEmpty() && !open.isClosed()) {
      Duration left = LONGEST.minus(screen.elapsed());
      Change change = left.isNegative() ? null : changes.next(left);
      if (change == null) {
        screen.text(Paint.RED, "not over in time: " + unfinished);
        return;
      }
      screen.happened(change.story(), change.paint(), change.text());
      Story over = unfinished.without(change);
      if (over != null && over.whenOver() != null) {
        api.post(over.whenOver());
      }
    }
  }

  private static List<Ending> endings(
      List<Story> stories, ApiCalls api, MisbehavingEndpoint endpoint) throws InterruptedException {
    List<Ending> endings = new ArrayList<>();
    for (Story story : stories) {
      List<StoryJob> jobs = new ArrayList<>();
      for (JsonNode job : api.get("/api/v1/jobs?tenant=" + story.name()).path("items")) {
        jobs.add(StoryJob.of(job));
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

  private void show(List<Ending> endings, ApiCalls api) throws InterruptedException {
    screen.headline("Final states");
    screen.text(Paint.PLAIN, Report.states(endings));
    screen.headline("Execution logs");
    for (Ending ending : endings) {
      screen.headline(ending.story().name() + ": " + ending.story().about());
      for (StoryJob job : ending.jobs()) {
        screen.text(Paint.PLAIN, api.text("/api/v1/jobs/" + job.id() + "/history"));
      }
    }
  }

  private boolean judge(List<Ending> endings, Server server, DemoStore kept) {
    List<Ending> surprises = endings.stream().filter(ending -> !ending.isAsTold()).toList();
    screen.headline(
        surprises.isEmpty()
            ? "Every story ended as it should."
            : "Not every story ended as it should:");
    for (Ending ending : surprises) {
      screen.text(
          Paint.RED, ending.story().name() + ": " + String.join("; ", ending.differences()));
    }
    if (options.keep()) {
      screen.text(Paint.PLAIN, "kept: " + kept.place());
    }
    screen.text(Paint.PLAIN, lookFurther(server.url(), kept.place()));
    return surprises.isEmpty();
  }

  /** Where the dashboard is that shows these jobs, or will be. */
  private String lookFurther(String url, String place) {
    if (options.stay()) {
      return "dashboard: open " + url + "/    (the API is under /api/v1; Ctrl-C ends it)";
    }
    return options.keep() && options.db() == null
        ? "dashboard of these jobs: ./taskforge server --data %s".formatted(place)
        : "dashboard of these jobs: ./taskforge demo --stay    (it runs them again and stays up)";
  }

  /** Whether it was closed. */
  public boolean isClosed() {
    return open.isClosed();
  }

  /** Shows nothing more, stops everything, and leaves nothing behind unless that is wanted. */
  @Override
  public void close() {
    screen.close();
    open.close();
  }
}
