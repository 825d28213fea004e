package io.taskforge.bench.chaos;

import io.taskforge.simulator.check.Event;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Makes things fail while a run lasts. A seed decides which faults there are and when; what they
 * hit depends on the machine. Only one thread uses it.
 */
final class Faults {
  private static final List<Proxy.Mode> MODES =
      List.of(Proxy.Mode.DELAY, Proxy.Mode.BLACKHOLE, Proxy.Mode.SWALLOW_REPLIES);

  private final Fleet fleet;
  private final List<Proxy> proxies;
  private final Database database;
  private final Consumer<Event> events;
  private final SplittableRandom random;
  private final PriorityQueue<Planned> planned = new PriorityQueue<>();

  Faults(Fleet fleet, List<Proxy> proxies, Database database, Consumer<Event> events, long seed) {
    this.fleet = fleet;
    this.proxies = proxies;
    this.database = database;
    this.events = events;
    this.random = new SplittableRandom(seed);
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

  /** The mean number of seconds between faults of each kind; no faults of a kind if it is 0. */
  record Intervals(double kill, double pause, double network, double database) {}

  /** Plans all faults of a run. */
  void plan(double seconds, Intervals every) {
    repeat(seconds, every.kill, at -> add(at, () -> kill(worker())));
    repeat(seconds, every.pause, this::planPause);
    if (!proxies.isEmpty()) {
      repeat(seconds, every.network, this::planNetworkFault);
    }
    if (database.isOwn()) {
      repeat(seconds, every.database, at -> add(at, this::crashDatabase));
    }
  }

  @FunctionalInterface
  private interface Plan {
    void at(double seconds);
  }

  private void repeat(double seconds, double every, Plan plan) {
    if (every <= 0) {
      return;
    }
    for (double at = every * (0.5 + random.nextDouble()) / 2;
        at < seconds;
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
    double lease = ChaosWorker.LEASE.toSeconds();
    add(at, () -> fleet.pause(worker));
    add(at + lease * (1.1 + random.nextDouble()), () -> fleet.resume(worker));
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
    add(at + 0.2 + longest * random.nextDouble(), () -> proxy.set(Proxy.Mode.PASS));
  }

  private void crashDatabase() throws IOException {
    record("database: kill -9");
    database.crash();
    record("database: started again");
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
    events.accept(new Event.FaultsStopped(Instant.now(), "chaos"));
  }
}
