package io.taskforge.store.tck;

import org.junit.jupiter.api.Test;

/** Random operations with fixed seeds, compared with the memory store. */
interface RandomWalkContract extends StoreUnderTest {
  @Test
  default void random_operations_behave_as_in_the_memory_store() {
    new RandomWalk(this, 20_300_101L).run(300);
  }

  @Test
  default void other_random_operations_behave_as_in_the_memory_store() {
    new RandomWalk(this, 7L).run(300);
  }

  @Test
  default void random_operations_with_follow_ups_behave_as_in_the_memory_store() {
    new RandomWalk(this, 25L).withFollowUps().run(300);
  }
}
