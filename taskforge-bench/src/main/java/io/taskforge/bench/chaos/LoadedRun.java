package io.taskforge.bench.chaos;

import io.taskforge.TaskForge;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Progress;
import io.taskforge.job.StoreException;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.Snapshots;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Enqueues jobs at a steady rate while something happens to their workers, and awaits their end.
 */
final class LoadedRun {
  private static final int TURN_MILLIS = 20;
  private static final Map<String, RetryPolicy> POLICIES =
      new TreeMap<>(
          Map.of(
              "patient-jobs",
              RetryPolicy.exponential(Duration.ofMillis(500))
                  .cappedAt(Duration.ofSeconds(4))
                  .jitter(Jitter.equal())
                  .maxRetries(8),
              "hasty-jobs",
              RetryPolicy.fixed(Duration.ofMillis(300)).jitter(Jitter.none()).maxRetries(2)));

  /** What happens to the workers, called many times a second with the seconds since the start. */
  @FunctionalInterface
  interface Turn {
    void at(double seconds) throws Exception;
  }

  private final ChaosOptions options;
  private final JobStore direct;
  private final Fleet fleet;
  private final EventFile events;
  private final Progress progress;
  private long begun;

  LoadedRun(ChaosOptions options, JobStore direct, Fleet fleet, EventFile events, Console console) {
    this.options = options;
    this.direct = direct;
    this.fleet = fleet;
    this.events = events;
    this.progress = new Progress(console, System::nanoTime, "chaos", options.seconds);
  }

  private double now() {
    return (System.nanoTime() - begun) / 1e9;
  }

  void setPolicies() {
    try (TaskForge operator = TaskForge.builder().store(direct).name("operator").build()) {
      for (Map.Entry<String, RetryPolicy> each : POLICIES.entrySet()) {
        RetryPolicy policy = each.getValue();
        List<Event.Interval> delays = new ArrayList<>();
        for (int retry = 1; retry <= policy.maxRetries(); retry++) {
          delays.add(new Event.Interval(policy.range(retry).min(), policy.range(retry).max()));
        }
        events.accept(
            new Event.PolicySet(
                Instant.now(), "operator", each.getKey(), policy.maxRetries(), delays));
        operator.policies().put(new PolicyName(each.getKey()), policy);
      }
    }
  }

  Producer producer(JobStore store) {
    return new Producer(store, events, List.copyOf(POLICIES.keySet()), options);
  }

  /**
   * Returns how many seconds the last jobs took after the load; null if some did not end.
   *
   * @param end what ends the faults, after the load
   * @param isQuiet whether nothing else creates jobs any more
   */
  @Nullable Double run(Producer producer, Turn turn, Turn end, BooleanSupplier isQuiet)
      throws Exception {
    begun = System.nanoTime();
    Thread load = new Thread(producer, "chaos-producer");
    load.setDaemon(true);
    load.start();
    while (now() < options.seconds) {
      turn.at(now());
      fleet.replaceExited();
      progress.at((long) now());
      Thread.sleep(TURN_MILLIS);
    }
    end.at(now());
    progress.end(options.seconds);
    double stopped = now();
    load.join(Duration.ofSeconds(options.drainWithin).toMillis());
    boolean ended =
        producer.made() == options.jobs && hasDrained(stopped + options.drainWithin, isQuiet);
    Double drained = ended ? now() - stopped : null;
    fleet.shutDown();
    new Snapshots(direct, Instant::now, Producer.TENANTS, events).take(true);
    return drained;
  }

  private boolean hasDrained(double latest, BooleanSupplier isQuiet) throws Exception {
    Snapshots snapshots = new Snapshots(direct, Instant::now, List.of(), events);
    while (!isQuiet.getAsBoolean() || !hasEnded(snapshots)) {
      if (now() > latest) {
        return false;
      }
      fleet.replaceExited(); // a killer may be among the last
      Thread.sleep(TURN_MILLIS * 10);
    }
    return true;
  }

  private static boolean hasEnded(Snapshots snapshots) {
    try {
      return snapshots.everythingHasEnded();
    } catch (StoreException e) {
      return false; // the database is not back yet
    }
  }
}
