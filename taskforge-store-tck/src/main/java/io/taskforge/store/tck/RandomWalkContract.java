package io.taskforge.store.tck;

import org.junit.jupiter.api.Test;

/**
 * The differential test: random operations with fixed seeds, compared with the memory store, and so
 * between all stores. {@code -Dtaskforge.test.walk.steps} and {@code -Dtaskforge.test.walk.seed}
 * make one walk longer or another.
 */
interface RandomWalkContract extends StoreUnderTest {
  @Test
  default void as_many_random_operations_as_asked_for_behave_as_in_the_memory_store() {
    new RandomWalk(this, Long.getLong("taskforge.test.walk.seed", 41L))
        .run(Integer.getInteger("taskforge.test.walk.steps", 300));
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
