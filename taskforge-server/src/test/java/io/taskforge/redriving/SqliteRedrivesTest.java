package io.taskforge.redriving;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveRequest;
import io.taskforge.deadletter.RedriveState;
import io.taskforge.jdbc.SqliteJobStore;
import io.taskforge.store.FailureGroupFilter;
import io.taskforge.store.JobStore;
import io.taskforge.testing.ManualClock;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SqliteRedrivesTest extends RedrivesTest {
  private static final int MANY = 20_000;

  @TempDir Path directory;

  @Override
  JobStore open(ManualClock clock) {
    return SqliteJobStore.builder(directory.resolve("test.db")).clock(clock).build();
  }

  @Test
  @Timeout(300)
  void many_of_one_group_are_redriven_across_a_crash_and_none_twice() {
    world.dead(MANY);
    world.poison(id -> true);
    var group = world.store.queries().failureGroups(FailureGroupFilter.all(1)).get(0);
    Redrive redrive =
        world.forge.redrives().start(RedriveRequest.failureGroup(group.fingerprint()));
    world.crashing.crashAt("redrive", 20, true);

    world.redrive(world.forge);
    assertThat(world.look(redrive).counts().moved()).isEqualTo(10_000);
    world.clock.advance(JobStore.DEFAULT_LEASE.plusMillis(1));
    world.redrive(world.worker("another"));

    assertThat(world.look(redrive).state()).isEqualTo(RedriveState.DONE);
    assertThat(world.look(redrive).counts().moved()).isEqualTo(MANY);
    world.run();
    assertThat(world.runs.values()).hasSize(MANY).containsOnly(1);
  }
}
