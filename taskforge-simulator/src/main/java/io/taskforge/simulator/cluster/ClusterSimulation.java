package io.taskforge.simulator.cluster;

import io.taskforge.simulator.check.Checker;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.EventLines;
import io.taskforge.simulator.check.Invariant;
import io.taskforge.simulator.check.Violation;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the simulation of a plan and checks it. */
public final class ClusterSimulation {
  private ClusterSimulation() {}

  /**
   * What happened in a simulation.
   *
   * @param events everything, in order
   */
  public record Result(Plan plan, List<Event> events, List<Violation> violations) {
    /** Whether this invariant was violated. */
    public boolean violates(Invariant invariant) {
      return violations.stream().anyMatch(each -> each.invariant() == invariant);
    }

    /** A hash of all events: the same plan gives the same hash, on every machine. */
    public String traceHash() {
      try {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (Event event : events) {
          digest.update(EventLines.write(event).getBytes(StandardCharsets.UTF_8));
        }
        return HexFormat.of().formatHex(digest.digest());
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Simulates the production code. */
  public static Result run(Plan plan) {
    return run(plan, PlantedBug.NONE);
  }

  /**
   * Simulates the production code with a planted bug.
   *
   * @throws IllegalArgumentException if no planted bug has this name
   */
  public static Result run(Plan plan, String bug) {
    return run(plan, PlantedBugs.named(bug));
  }

  /**
   * Makes the plan of a failing simulation smaller, as long as it still breaks the same invariant.
   *
   * @param bug the planted bug of the simulation, or null
   */
  public static Result shrink(Result failing, @Nullable String bug) {
    PlantedBug planted = bug == null ? PlantedBug.NONE : PlantedBugs.named(bug);
    Invariant broken = failing.violations().get(0).invariant();
    return run(Shrinking.shrink(failing.plan(), planted, broken), planted);
  }

  /** Simulates the production code with a planted bug. */
  static Result run(Plan plan, PlantedBug bug) {
    List<Event> events = new Cluster(plan, bug).run();
    return new Result(plan, events, Checker.check(events, Cluster.MAX_LOST_LEASES, Duration.ZERO));
  }
}
