package io.taskforge.simulator;

import io.taskforge.job.JobSettings;
import java.time.Duration;
import java.util.List;

/**
 * What is simulated: jobs that arrive at a steady rate and call one destination, which is down for
 * a while.
 *
 * @param arrivals new jobs per second, on average
 * @param spacing how arrivals are spread over time
 * @param workers how many calls run at the same time, at most
 * @param priorities the priorities of the jobs, which they get in turn
 * @param seed of the random numbers; the same scenario gives the same result
 */
public record Scenario(
    double arrivals,
    Spacing spacing,
    DestinationModel destination,
    int workers,
    List<Integer> priorities,
    long seed) {
  /** The maximum of {@code arrivals}. */
  public static final double MAX_ARRIVALS = 10_000;

  /** The maximum of {@code workers}. */
  public static final int MAX_WORKERS = 100_000;

  /** The workers of a scenario that names none. */
  public static final int DEFAULT_WORKERS = 100;

  /** How arrivals are spread over time. */
  public enum Spacing {
    /** Independent of each other (Poisson process). */
    POISSON,
    /** At equal intervals. */
    EVEN
  }

  public Scenario {
    priorities = List.copyOf(priorities);
    if (!(arrivals > 0 && arrivals <= MAX_ARRIVALS)) {
      throw new IllegalArgumentException(
          "arrivals must be more than 0/s and at most %s/s but was %s/s"
              .formatted(Rates.text(MAX_ARRIVALS), Rates.text(arrivals)));
    }
    if (arrivals >= destination.capacity()) {
      throw new IllegalArgumentException(
          "arrivals must be less than the capacity of %s/s, otherwise no backlog ever drains, but"
                  .formatted(Rates.text(destination.capacity()))
              + " was %s/s".formatted(Rates.text(arrivals)));
    }
    if (workers < 1 || workers > MAX_WORKERS) {
      throw new IllegalArgumentException(
          "workers must be from 1 to %d but was %d".formatted(MAX_WORKERS, workers));
    }
    if (priorities.isEmpty()) {
      throw new IllegalArgumentException("priorities must have at least one priority");
    }
    for (int priority : priorities) {
      if (priority < JobSettings.LOWEST_PRIORITY || priority > JobSettings.HIGHEST_PRIORITY) {
        throw new IllegalArgumentException(
            "priorities must be from %d to %d but one was %d"
                .formatted(JobSettings.LOWEST_PRIORITY, JobSettings.HIGHEST_PRIORITY, priority));
      }
    }
  }

  /** A scenario in which all jobs have priority 0. */
  public Scenario(
      double arrivals, Spacing spacing, DestinationModel destination, int workers, long seed) {
    this(arrivals, spacing, destination, workers, List.of(0), seed);
  }

  /** Returns a scenario with Poisson arrivals, 100 workers and jobs of priority 0. */
  public static Scenario of(double arrivals, DestinationModel destination, long seed) {
    return new Scenario(arrivals, Spacing.POISSON, destination, DEFAULT_WORKERS, seed);
  }

  /** Returns this scenario with jobs of these priorities, which they get in turn. */
  public Scenario priorities(List<Integer> inTurn) {
    return new Scenario(arrivals, spacing, destination, workers, inTurn, seed);
  }

  /** The priority of a job, by its number. */
  int priority(long job) {
    return priorities.get((int) (job % priorities.size()));
  }

  /**
   * The seconds in which the backlog drains if not one call is wasted: λT/(C−λ) for λ arrivals per
   * second, an outage of T seconds and a capacity of C.
   */
  public double idealDrainSeconds() {
    return arrivals * outageSeconds() / (destination.capacity() - arrivals);
  }

  double outageSeconds() {
    return destination.outage().toNanos() / 1e9;
  }

  /** The most calls that a simulation can take, as a measure of its cost. */
  public long mostCalls(boolean breaker) {
    double seconds = Simulation.WARM_UP_SECONDS + outageSeconds() + limit().toNanos() / 1e9;
    double unlimited = workers / (destination.latency().toNanos() / 1e9);
    double released = arrivals + 1.5 * destination.capacity();
    return (long) (seconds * (breaker ? Math.min(released, unlimited) : unlimited));
  }

  /** How long the destination is watched after its outage, before it counts as never recovered. */
  Duration limit() {
    return Duration.ofSeconds((long) Math.max(900, 5 * idealDrainSeconds()));
  }
}
