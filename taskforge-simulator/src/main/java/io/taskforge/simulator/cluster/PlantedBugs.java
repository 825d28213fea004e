package io.taskforge.simulator.cluster;

import io.taskforge.simulator.check.Invariant;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** All mistakes that the checker must find, by name. */
public final class PlantedBugs {
  private static final List<PlantedBug> ALL =
      Stream.of(
              EnqueueBugs.all(),
              ClaimBugs.all(),
              RescueBugs.all(),
              CommitBugs.all(),
              VerdictBugs.all(),
              ReadBugs.all(),
              configured())
          .flatMap(List::stream)
          .toList();

  private PlantedBugs() {}

  static List<PlantedBug> all() {
    return ALL;
  }

  /** The names of all planted bugs. */
  public static List<String> names() {
    return ALL.stream().map(PlantedBug::name).toList();
  }

  /**
   * Returns the planted bug with this name.
   *
   * @throws IllegalArgumentException if there is none
   */
  static PlantedBug named(String name) {
    return ALL.stream()
        .filter(bug -> bug.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "planted bug must be one of %s but was '%s'".formatted(names(), name)));
  }

  private static List<PlantedBug> configured() {
    return List.of(
        PlantedBug.inConfiguration(
            "poll-once-an-hour",
            Invariant.I13,
            builder -> builder.pollInterval(Duration.ofHours(1))),
        PlantedBug.inConfiguration(
            "lease-of-an-hour", Invariant.I13, builder -> builder.lease(Duration.ofHours(1))));
  }
}
