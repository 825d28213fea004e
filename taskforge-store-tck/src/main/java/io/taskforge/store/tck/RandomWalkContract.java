package io.taskforge.store.tck;

import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * The differential test: random operations with fixed seeds, compared with the memory store, and so
 * between all stores. The first walk goes on while there is time, or has exactly {@code
 * -Dtaskforge.test.walk.steps}; {@code -Dtaskforge.test.walk.seed} makes it another one.
 */
interface RandomWalkContract extends StoreUnderTest {
  /** Whether a walk goes on after its 300 steps; an implementation can measure the time. */
  default BooleanSupplier timeForMoreSteps() {
    return () -> false;
  }

  @Test
  default void as_many_random_operations_as_asked_for_behave_as_in_the_memory_store(
      TestReporter reporter) {
    RandomWalk walk = new RandomWalk(this, Long.getLong("taskforge.test.walk.seed", 41L));
    Integer steps = Integer.getInteger("taskforge.test.walk.steps");
    if (steps != null) {
      walk.run(steps);
      return;
    }
    walk.run(300, timeForMoreSteps());
    reporter.publishEntry("steps of the random walk", Integer.toString(walk.steps()));
  }

  @Test
  default void random_operations_behave_as_in_the_memory_store() {
    new RandomWalk(this, 20_300_101L).run(300);
  }

  @Test
  default void random_operations_with_follow_ups_behave_as_in_the_memory_store() {
    new RandomWalk(this, 25L).withFollowUps().run(300);
  }
}
