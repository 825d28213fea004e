package io.taskforge.bench.chaos;

import io.taskforge.simulator.check.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes things fail while a run lasts. A seed decides which faults there are and when; what they
 * hit depends on the machine. Only one thread uses it.
 */
final class Faults {
  private static final List<Proxy.Mode> MODES =
      List.of(Proxy.Mode.DELAY, Proxy.Mode.BLACKHOLE, Proxy.Mode.SWALLOW_REPLIES);

  /** What is added to a fault's name when it ends. */
  static final String ENDED = ", ended";

  private static final double LONGEST_FULL_SECONDS = 8;
  private static final double LONGEST_DOWN_SECONDS = 6;
  private static final String DESTINATION = "destination: down";

  private final ChaosOptions options;
  private final Fleet fleet;
  private final List<Proxy> proxies;
  private final Database database;
  private final @Nullable Disk disk;
  private final Consumer<Event> events;
  private final SplittableRandom random;
  private final PriorityQueue<Planned> planned = new PriorityQueue<>();

  Faults(
      ChaosOptions options,
      Fleet fleet,
      List<Proxy> proxies,
      Database database,
      @Nullable Disk disk,
      Consumer<Event> events) {
    this.options = options;
    this.fleet = fleet;
    this.proxies = proxies;
    this.database = database;
    this.disk = disk;
    this.events = events;
    this.random = new SplittableRandom(options.seed);
  }

  @FunctionalInterface
  private interface Action {
    void run() throws IOException, InterruptedException;
  }

  private record Planned(double at, Action action) implements Comparable<Planned> {
    @Override
    public int compareTo(Planned other) {
      return Double.compare(at, other.at);
    }
  }

  /** Plans all faults of a run. */
  void plan() {
    repeat(options.killEvery, at -> add(at, () -> kill(worker())));
    repeat(options.pauseEvery, this::planPause);
    if (!proxies.isEmpty()) {
      repeat(options.networkEvery, this::planNetworkFault);
    }
    if (database.isOwn()) {
      repeat(options.databaseEvery, at -> add(at, this::crashDatabase));
    }
    repeat(options.destinationEvery, this::planDestination);
    if (disk != null) {
      repeat(options.diskEvery, at -> planFullDisk(disk, at));
    }
  }

  @FunctionalInterface
  private interface Plan {
    void at(double seconds);
  }

  /** Plans faults of a kind, on average {@code every} seconds apart; none if that is 0. */
  private void repeat(double every, Plan plan) {
    if (every <= 0) {
      return;
    }
    for (double at = every * (0.5 + random.nextDouble()) / 2;
        at < options.seconds;
        at += every * (0.5 + random.nextDouble())) {
      plan.at(at);
    }
  }

  private void add(double at, Action action) {
    planned.add(new Planned(at, action));
  }

  private int worker() {
    return random.nextInt(fleet.size());
  }

  private void kill(int worker) throws IOException, InterruptedException {
    fleet.kill(worker);
  }

  /** A pause that is longer than the lease. */
  private void planPause(double at) {
    int worker = worker();
    add(at, () -> fleet.pause(worker));
    add(at + options.lease * (1.1 + random.nextDouble()), () -> fleet.resume(worker));
  }

  private void planNetworkFault(double at) {
    int index = random.nextInt(proxies.size());
    Proxy proxy = proxies.get(index);
    int kind = random.nextInt(1 + MODES.size());
    if (kind == 0) {
      add(
          at,
          () -> {
            record("network " + index + ": connections cut");
            proxy.cut();
          });
      return;
    }
    Proxy.Mode mode = MODES.get(kind - 1);
    add(
        at,
        () -> {
          record("network " + index + ": " + mode);
          proxy.set(mode);
        });
    double longest = mode == Proxy.Mode.SWALLOW_REPLIES ? 1 : 8;
    add(
        at + 0.2 + longest * random.nextDouble(),
        () -> {
          proxy.set(Proxy.Mode.PASS);
          record("network " + index + ": " + mode + ENDED);
        });
  }

  private void planDestination(double at) {
    add(
        at,
        () -> {
          record(DESTINATION);
          Files.write(down(), new byte[0]);
        });
    add(at + 3 + LONGEST_DOWN_SECONDS * random.nextDouble(), this::restoreDestination);
  }

  private Path down() {
    return options.out.toAbsolutePath().resolve(ChaosWorker.DOWN);
  }

  private void restoreDestination() throws IOException {
    if (Files.deleteIfExists(down())) {
      record(DESTINATION + ENDED);
    }
  }

  private void planFullDisk(Disk full, double at) {
    add(
        at,
        () -> {
          record("disk: full");
          full.fill();
        });
    add(at + 1 + LONGEST_FULL_SECONDS * random.nextDouble(), () -> free(full));
  }

  private void free(Disk full) throws IOException {
    full.free();
    record("disk: full" + ENDED);
    database.startIfEnded();
  }

  private void crashDatabase() throws IOException {
    record("database: kill -9");
    database.crash();
  }

  private void record(String what) {
    events.accept(new Event.Fault(Instant.now(), "chaos", what));
  }

  /** Does what is due. */
  void turn(double now) throws IOException, InterruptedException {
    while (!planned.isEmpty() && planned.element().at <= now) {
      planned.remove().action.run();
    }
  }

  /** Ends all faults. */
  void stop() throws IOException, InterruptedException {
    planned.clear();
    for (int i = 0; i < fleet.size(); i++) {
      fleet.resume(i);
    }
    for (Proxy proxy : new ArrayList<>(proxies)) {
      proxy.set(Proxy.Mode.PASS);
    }
    restoreDestination();
    if (disk != null) {
      free(disk);
    }
    events.accept(new Event.FaultsStopped(Instant.now(), "chaos"));
  }
}
