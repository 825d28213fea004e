package io.taskforge.redriving;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveRequest;
import io.taskforge.deadletter.RedriveState;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A large redrive whose process is killed as by {@code kill -9}. */
class KilledRedriveTest {
  private static final int MANY = 8_000;
  // Slow enough to be killed midway on a busy machine.
  private static final double RATE = 1_600;
  // Longer than a batch's lease and longer than a program runs.
  private static final Duration LATER = Duration.ofMinutes(3);

  @TempDir Path directory;
  private RedriveWorld world;
  private Redrive redrive;

  @BeforeEach
  void begin() {
    world = new RedriveWorld(clock -> SqliteJobStore.builder(file()).clock(clock).build());
    world.bury(MANY);
    redrive = world.forge.redrives().start(RedriveRequest.all().ratePerSecond(RATE));
  }

  @AfterEach
  void end() {
    world.close();
  }

  private Path file() {
    return directory.resolve("jobs.db");
  }

  private Path log() {
    return directory.resolve("log");
  }

  private Process program(int stallAfter) throws IOException {
    world.clock.advance(LATER);
    return RedriveProgram.start(file(), log(), world.clock.instant(), redrive.id(), stallAfter);
  }

  private void killWhen(Process program, Callable<Boolean> condition) throws Exception {
    try {
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(10))
          .until(() -> condition.call() || !program.isAlive());
    } finally {
      program.destroyForcibly();
    }
    assertThat(program.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(program.exitValue()).as(Files.readString(log())).isEqualTo(128 + 9);
  }

  /** Lets the moved jobs die again before the redrive continues. */
  private void runWhatWasMoved() {
    world.clock.advance(LATER);
    world.buryDue();
  }

  private long moved() {
    return world.look(redrive).counts().moved();
  }

  @Test
  @Timeout(180)
  void other_processes_finish_a_killed_redrive_and_redrive_each_dead_letter_exactly_once()
      throws Exception {
    killWhen(program(0), () -> moved() > 0);
    assertThat(moved()).isPositive().isLessThan(MANY);
    runWhatWasMoved();

    killWhen(program(2), () -> Files.readString(log()).contains(RedriveProgram.STALLED));
    assertThat(world.look(redrive).position().batch()).as("moved, and not counted").isNotNull();
    assertThat(world.count(JobState.QUEUED)).isPositive();
    assertThat(moved()).isLessThan(MANY);
    runWhatWasMoved();
    assertThat(world.runs.size()).isGreaterThan((int) moved()).isLessThan(MANY);

    Process last = program(0);
    try {
      assertThat(last.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      last.destroyForcibly();
    }
    assertThat(last.exitValue()).as(Files.readString(log())).isZero();
    runWhatWasMoved();

    Redrive done = world.look(redrive);
    assertThat(done.state()).isEqualTo(RedriveState.DONE);
    assertThat(done.counts().matched()).isEqualTo(MANY);
    assertThat(done.counts().moved()).isEqualTo(MANY);
    assertThat(done.counts().reasons()).isEmpty();
    assertThat(world.runs.values()).hasSize(MANY).containsOnly(1);
    assertThatEachHasDiedTwice();
  }

  private void assertThatEachHasDiedTwice() {
    JobFilter filter = JobFilter.all(JobFilter.MAX_LIMIT).state(JobState.DEAD);
    int seen = 0;
    JobPage page = world.store.queries().list(filter);
    while (!page.items().isEmpty()) {
      assertThat(page.items()).extracting(Job::totalAttempts).containsOnly(2);
      seen += page.items().size();
      JobId last = page.items().get(page.items().size() - 1).id();
      page = world.store.queries().list(filter.before(last));
    }
    assertThat(seen).isEqualTo(MANY);
  }
}
