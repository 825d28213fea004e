package io.taskforge.store.tck;

import org.junit.jupiter.api.Test;

/**
 * The differential test: random operations with fixed seeds, compared with the memory store, and so
 * between all stores. The first walk lasts {@code -Dtaskforge.test.walk.seconds}, or has exactly
 * {@code -Dtaskforge.test.walk.steps}; {@code -Dtaskforge.test.walk.seed} makes it another one.
 */
interface RandomWalkContract extends StoreUnderTest {
  long SECOND = 1_000_000_000L;

  @Test
  default void as_many_random_operations_as_asked_for_behave_as_in_the_memory_store() {
    RandomWalk walk = new RandomWalk(this, Long.getLong("taskforge.test.walk.seed", 41L));
    Integer steps = Integer.getInteger("taskforge.test.walk.steps");
    if (steps != null) {
      walk.run(steps);
      return;
    }
    long end = System.nanoTime() + Integer.getInteger("taskforge.test.walk.seconds", 15) * SECOND;
    walk.run(300, () -> System.nanoTime() < end);
    System.out.printf("random walk: %,d steps, compared with the memory store%n", walk.steps());
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
