package io.taskforge.simulator.cluster;

import io.taskforge.TaskForgeBuilder;
import io.taskforge.simulator.check.Invariant;
import io.taskforge.store.JobStore;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * A mistake that the checker must find, built into a simulation by wrapping its store or its
 * configuration. Production code has no switch for it.
 *
 * @param invariant the promise that it breaks
 * @param store wraps the store itself, below what is recorded
 * @param engine wraps each node's view of the store, above what is recorded: a mistake of the
 *     engine
 */
record PlantedBug(
    String name,
    Invariant invariant,
    BiFunction<JobStore, World, JobStore> store,
    BiFunction<JobStore, World, JobStore> engine,
    Consumer<TaskForgeBuilder> configuration) {
  /** No mistake. */
  static final PlantedBug NONE =
      new PlantedBug(
          "none", Invariant.I14, PlantedBug::unchanged, PlantedBug::unchanged, builder -> {});

  static PlantedBug inStore(
      String name, Invariant invariant, BiFunction<JobStore, World, JobStore> store) {
    return new PlantedBug(name, invariant, store, PlantedBug::unchanged, builder -> {});
  }

  static PlantedBug inEngine(
      String name, Invariant invariant, BiFunction<JobStore, World, JobStore> engine) {
    return new PlantedBug(name, invariant, PlantedBug::unchanged, engine, builder -> {});
  }

  static PlantedBug inConfiguration(
      String name, Invariant invariant, Consumer<TaskForgeBuilder> configuration) {
    return new PlantedBug(
        name, invariant, PlantedBug::unchanged, PlantedBug::unchanged, configuration);
  }

  private static JobStore unchanged(JobStore store, World world) {
    return store;
  }

  JobStore inStore(JobStore real, World world) {
    return store.apply(real, world);
  }

  JobStore inEngine(JobStore view, World world) {
    return engine.apply(view, world);
  }

  void configure(TaskForgeBuilder builder) {
    configuration.accept(builder);
  }

  @Override
  public String toString() {
    return name;
  }
}
