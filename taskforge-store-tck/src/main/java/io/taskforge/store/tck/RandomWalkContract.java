package io.taskforge.store.tck;

import org.junit.jupiter.api.Test;

/** Long stories made by chance; the seed of each is fixed, so that it can be told again. */
interface RandomWalkContract extends StoreUnderTest {
  @Test
  default void a_random_story_goes_as_in_the_memory_store() {
    new RandomWalk(this, 20_300_101L).run(300);
  }

  @Test
  default void another_random_story_goes_as_in_the_memory_store() {
    new RandomWalk(this, 7L).run(300);
  }

  @Test
  default void a_random_story_with_follow_ups_goes_as_in_the_memory_store() {
    new RandomWalk(this, 25L).withFollowUps().run(300);
  }
}
