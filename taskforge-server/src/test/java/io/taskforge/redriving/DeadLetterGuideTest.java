package io.taskforge.redriving;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveRequest;
import io.taskforge.deadletter.RedriveState;
import io.taskforge.job.ChangeResult;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.store.memory.MemoryJobStore;
import org.junit.jupiter.api.Test;

/** Runs the steps of the dead letter guide. */
class DeadLetterGuideTest {
  @Test
  void the_steps_of_the_guide_work_in_order() {
    try (RedriveWorld world = new RedriveWorld(MemoryJobStore::new)) {
      world.dead(50);
      world.poison(id -> false);
      DeadLetterSnippets guide = new DeadLetterSnippets();
      FailureGroup group = world.store.queries().failureGroups(FailureGroupFilter.all(1)).get(0);

      guide.groups(world.store);
      assertThat(guide.one(world.forge, group).status()).isEqualTo(ChangeResult.Status.CHANGED);
      RedriveRequest request = guide.count(world.forge, group);
      Redrive redrive = guide.start(world.forge, request);
      world.redrive(world.forge);
      guide.watch(world.forge, redrive);

      assertThat(guide.said)
          .containsExactly(
              "50 dead: ValidationError: no such mailbox",
              "49 would be redriven",
              "RUNNING: 20 of 49");
      assertThat(world.look(redrive).state()).isEqualTo(RedriveState.STOPPED);
    }
  }
}
