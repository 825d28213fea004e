package io.taskforge.simulator.cluster;

import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.engine.Engine;
import io.taskforge.engine.EngineAccess;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.engine.loop.Deadline;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.Event.NodeChange;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A worker process: a production engine whose turns are planned instead of looped. It can crash,
 * pause, be shut down and start again.
 */
final class Node {
  private static final Duration LEAST_PAUSE = Duration.ofNanos(100_000);
  // More often than this, looking for timeouts costs time and finds nothing new.
  private static final Duration TIMEOUTS_EVERY = Duration.ofMillis(500);

  private final Cluster cluster;
  private final World world;
  private final String name;
  private final SplittableRandom random;
  private final double rate;
  private int started;
  private long pausedUntil;
  private @Nullable Incarnation process;

  Node(Cluster cluster, int number) {
    this.cluster = cluster;
    this.world = cluster.world();
    this.name = "n" + number;
    this.random = cluster.plan().random(name);
    this.rate = cluster.plan().has(Chaos.DRIFT) ? 0.85 + 0.3 * random.nextDouble() : 1;
  }

  /** One life of this node. */
  private final class Incarnation implements Party {
    private final String id = name + "." + started;
    private final long born = world.micros();
    private final Map<Duty, Slot> slots = new EnumMap<>(Duty.class);
    private final Engine engine;
    private boolean alive = true;
    private boolean ended; // a handler, since the last commit

    Incarnation() {
      TaskForgeBuilder builder =
          EngineAccess.withEnvironment(
                  TaskForge.builder(),
                  new EngineEnvironment(
                      this::ticks,
                      cluster.plan().random(id),
                      cluster.ids(),
                      (prefix, size) -> (HandlerThreads) this::start))
              .name(name);
      engine = EngineAccess.engineOf(cluster.configure(builder, this, handler()).build());
      planAll();
    }

    private void planAll() {
      for (Duty duty : Duty.values()) {
        plan(duty, Duration.ofMillis(random.nextInt(1_000)));
      }
    }

    private SimulatedHandler handler() {
      return new SimulatedHandler(cluster, this, Node.this::kill);
    }

    private long ticks() {
      return (long) ((world.micros() - born) * 1_000 * rate);
    }

    @Override
    public String name() {
      return id;
    }

    @Override
    public boolean isAlive() {
      return alive;
    }

    @Override
    public void awaitResumed() {
      while (alive && pausedUntil > world.micros() && world.canPass()) {
        world.runUntil(pausedUntil);
      }
    }

    /** Starts a handler, a little later as a thread would. */
    private void start(Runnable handler) {
      world.in(Duration.ofNanos(random.nextInt(3_000_000)), () -> run(handler));
    }

    private void run(Runnable handler) {
      if (!alive) {
        return;
      }
      if (pausedUntil > world.micros()) {
        world.plan(pausedUntil, () -> run(handler));
      } else if (!world.canPass()) {
        world.in(Duration.ofMillis(20), () -> run(handler));
      } else {
        handler.run();
        ended = true;
        wake(Duty.COMMIT);
      }
    }

    private void plan(Duty duty, Duration pause) {
      Slot slot = slot(duty);
      long at = Math.max(world.micros() + pause.toNanos() / 1_000, pausedUntil);
      slot.next = at;
      world.plan(at, () -> due(duty, slot, at));
    }

    private Slot slot(Duty duty) {
      return slots.computeIfAbsent(duty, each -> new Slot());
    }

    private void due(Duty duty, Slot slot, long planned) {
      if (!alive || slot.busy || slot.next != planned) {
        return;
      }
      // A rescue waits for a heartbeat that is under way, by its lock.
      boolean blocked = duty == Duty.RESCUE && slot(Duty.HEARTBEAT).busy;
      if (pausedUntil > world.micros() || blocked) {
        plan(duty, LEAST_PAUSE.multipliedBy(10));
        return;
      }
      slot.busy = true;
      slot.woken = false;
      Duration pause = turn(duty);
      slot.busy = false;
      if (alive) {
        plan(duty, slot.woken ? LEAST_PAUSE : pause);
      }
    }

    private Duration turn(Duty duty) {
      try {
        Duration pause = duty.turn(engine);
        if (duty == Duty.COMMIT && ended) {
          ended = false;
          wake(Duty.FETCH);
        }
        Duration least = duty == Duty.TIMEOUTS ? TIMEOUTS_EVERY : LEAST_PAUSE;
        // The engine would wake this duty when calls fail.
        Duration most = duty == Duty.DESTINATIONS ? TIMEOUTS_EVERY : pause;
        Duration asked = pause.compareTo(most) < 0 ? pause : most;
        Duration own = Duration.ofNanos((long) (asked.toNanos() / rate));
        return own.compareTo(least) < 0 ? least : own;
      } catch (NodeDied e) {
        return LEAST_PAUSE;
      } catch (Throwable e) { // the loop would continue, but no turn should throw
        cluster.record(
            new Event.NodeChanged(world.instant(), id, NodeChange.EXITED, duty + " failed: " + e));
        return Duration.ofSeconds(1);
      }
    }

    void wake(Duty duty) {
      Slot slot = slot(duty);
      if (slot.busy) {
        slot.woken = true;
      } else if (alive && random.nextInt(10) > 0) { // now and then the wake-up is lost
        Duration soon = Duration.ofNanos(random.nextInt(5_000_000));
        if (world.micros() + soon.toNanos() / 1_000 < slot.next) {
          plan(duty, soon);
        }
      }
    }

    private boolean isCommitting() {
      return slot(Duty.COMMIT).busy;
    }
  }

  private static final class Slot {
    private long next;
    private boolean busy;
    private boolean woken;
  }

  void start() {
    if (process == null) {
      started++;
      Incarnation born = new Incarnation();
      process = born;
      changed(born, NodeChange.STARTED, "");
    }
  }

  void wakeFetcher() {
    if (process != null) {
      process.wake(Duty.FETCH);
    }
  }

  /** Its handler has killed it. */
  private void kill() {
    crash("killed by its job");
  }

  /** Drops the process without any cleanup, and starts another later. */
  void crash(String why) {
    Incarnation dead = process;
    if (dead != null) {
      dead.alive = false;
      process = null;
      changed(dead, NodeChange.CRASHED, why);
      startLater();
    }
  }

  void pause(Duration time) {
    if (process != null) {
      pausedUntil = world.micros() + time.toNanos() / 1_000;
      changed(process, NodeChange.PAUSED, time.toString());
    }
  }

  void resume() {
    boolean paused = pausedUntil > world.micros();
    pausedUntil = 0;
    if (paused && process != null) {
      process.planAll();
    }
  }

  /** Shuts down gracefully without a grace period, and starts again later. */
  void restart() {
    Incarnation stopping = process;
    if (stopping == null || pausedUntil > world.micros()) {
      return;
    }
    if (stopping.isCommitting()) { // the shutdown would wait for it
      world.in(Duration.ofMillis(50), this::restart);
      return;
    }
    // The shutdown commits the last results itself. Two threads never commit at the same time.
    stopping.slot(Duty.COMMIT).busy = true;
    try {
      stopping.engine.stop(Deadline.in(Duration.ZERO, stopping::ticks));
    } catch (NodeDied e) {
      return;
    } catch (RuntimeException e) { // else the handler in whose pause this happens would fail
      changed(stopping, NodeChange.EXITED, "shutdown failed: " + e);
    }
    if (process == stopping) {
      stopping.alive = false;
      process = null;
      changed(stopping, NodeChange.STOPPED, "");
      startLater();
    }
  }

  private void startLater() {
    world.in(Duration.ofMillis(200 + random.nextInt(4_000)), this::start);
  }

  private void changed(Incarnation which, NodeChange change, String why) {
    cluster.record(new Event.NodeChanged(world.instant(), which.id, change, why));
  }
}
