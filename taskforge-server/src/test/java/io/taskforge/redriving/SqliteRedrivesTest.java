package io.taskforge.redriving;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveRequest;
import io.taskforge.deadletter.RedriveState;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.JobState;
import io.taskforge.query.FailureGroupFilter;
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
  void many_jobs_of_one_group_are_redriven_despite_a_crash() {
    world.bury(MANY);
    var group = world.store.queries().failureGroups(FailureGroupFilter.all(1)).get(0);
    Redrive redrive =
        world.forge.redrives().start(RedriveRequest.failureGroup(group.fingerprint()));
    world.crashing.crashAt("restart", 20, true);

    world.redrive(world.forge);
    assertThat(world.look(redrive).counts().moved()).isEqualTo(MANY / 2);
    world.clock.advance(JobStore.DEFAULT_LEASE.plusMillis(1));
    world.redrive(world.worker("another"));

    assertThat(world.look(redrive).state()).isEqualTo(RedriveState.DONE);
    assertThat(world.look(redrive).counts().moved()).isEqualTo(MANY);
    assertThat(world.count(JobState.QUEUED)).isEqualTo(MANY);
    assertThat(world.count(JobState.DEAD)).isZero();
  }
}
