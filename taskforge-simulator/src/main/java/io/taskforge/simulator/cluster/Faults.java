package io.taskforge.simulator.cluster;

import io.taskforge.job.StoreException;
import io.taskforge.simulator.check.Event;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Decides what happens to each call of the store. */
final class Faults {
  private static final String AWAY = "the store is away";
  private static final String LOST = "the answer was lost";

  private final World world;
  private final Consumer<Event> events;
  private final SplittableRandom random;
  // Of 1000 calls, how many fail, lose their answer, are late.
  private final int failing;
  private final int losing;
  private final int late;
  private long awayUntil;
  private boolean stopped;

  Faults(Plan plan, World world, Consumer<Event> events) {
    this.world = world;
    this.events = events;
    this.random = plan.random("faults");
    this.failing = plan.has(Chaos.FAILURES) ? 5 << random.nextInt(5) : 0;
    this.losing = plan.has(Chaos.LOST_ANSWERS) ? 5 << random.nextInt(5) : 0;
    this.late = plan.has(Chaos.LATE_CALLS) ? 5 << random.nextInt(4) : 0;
  }

  /** Without its stack trace, which would be most of a simulation's time. */
  private static IllegalStateException cause(String message) {
    IllegalStateException exception = new IllegalStateException(message);
    exception.setStackTrace(new StackTraceElement[0]);
    return exception;
  }

  void away(Duration time) {
    awayUntil = world.micros() + time.toNanos() / 1_000;
  }

  /** Whether every call succeeds at once. */
  void stop(boolean none) {
    stopped = none;
  }

  <T> T around(Party party, String action, Supplier<T> effect) {
    requireAlive(party);
    if (stopped) {
      return effect.get();
    }
    if (world.micros() < awayUntil) {
      throw new StoreException(action, true, cause(AWAY));
    }
    int dice = random.nextInt(1_000);
    if (dice < failing) {
      fault(party, action + " failed");
      throw new StoreException(action, true, cause(AWAY));
    }
    if (dice < failing + losing) {
      T ignored = effect.get();
      fault(party, "answer to " + action + " lost");
      throw new StoreException(action, true, cause(LOST));
    }
    return dice < failing + losing + late ? late(party, action, effect) : effect.get();
  }

  private <T> T late(Party party, String action, Supplier<T> effect) {
    Duration delay = Duration.ofMillis(1 + random.nextInt(random.nextInt(8) == 0 ? 9_000 : 400));
    if (random.nextBoolean()) {
      T answer = effect.get();
      fault(party, "answer to " + action + " is late by " + delay);
      pass(party, delay);
      requireAlive(party);
      return answer;
    }
    fault(party, action + " is late by " + delay);
    pass(party, delay);
    if (!party.isAlive() && random.nextBoolean()) {
      // The request was sent before its node died.
      T ignored = effect.get();
    }
    requireAlive(party);
    return effect.get();
  }

  private void pass(Party party, Duration delay) {
    world.pass(delay);
    party.awaitResumed();
  }

  private static void requireAlive(Party party) {
    if (!party.isAlive()) {
      throw new NodeDied();
    }
  }

  private void fault(Party party, String what) {
    events.accept(new Event.Fault(world.instant(), party.name(), what));
  }
}
