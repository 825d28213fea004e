package io.taskforge.simulator.cluster;

import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * One simulation: the seed, and what it may contain. A seed determines the plan; shrinking makes
 * the plan smaller.
 *
 * @param jobs how many jobs are enqueued
 * @param seconds how long there are faults, in virtual time
 */
public record Plan(long seed, int nodes, int jobs, int seconds, Set<Chaos> chaos) {
  private static final int MAX_NODES = 4;
  private static final int MAX_JOBS = 24;
  private static final int MAX_SECONDS = 40;

  public Plan {
    chaos = Set.copyOf(chaos);
  }

  /** Returns the plan of a seed: each kind of chaos is in two of three seeds. */
  public static Plan of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Set<Chaos> chaos = EnumSet.noneOf(Chaos.class);
    for (Chaos each : Chaos.values()) {
      if (random.nextInt(3) > 0) {
        chaos.add(each);
      }
    }
    return new Plan(
        seed,
        1 + random.nextInt(MAX_NODES),
        3 + random.nextInt(MAX_JOBS - 2),
        10 + random.nextInt(MAX_SECONDS - 9),
        chaos);
  }

  boolean has(Chaos kind) {
    return chaos.contains(kind);
  }

  /** Each concern has numbers of its own, so that leaving one out hardly changes the others. */
  SplittableRandom random(String concern) {
    return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + concern.hashCode());
  }

  /** Returns this plan without one kind of chaos. */
  public Plan without(Chaos kind) {
    Set<Chaos> fewer = EnumSet.noneOf(Chaos.class);
    fewer.addAll(chaos);
    fewer.remove(kind);
    return new Plan(seed, nodes, jobs, seconds, fewer);
  }

  /** Returns this plan with another number of jobs. */
  public Plan jobs(int fewer) {
    return new Plan(seed, nodes, fewer, seconds, chaos);
  }

  /** Returns this plan with another number of nodes. */
  public Plan nodes(int fewer) {
    return new Plan(seed, fewer, jobs, seconds, chaos);
  }

  /** Returns this plan with another length. */
  public Plan seconds(int fewer) {
    return new Plan(seed, nodes, jobs, fewer, chaos);
  }
}
