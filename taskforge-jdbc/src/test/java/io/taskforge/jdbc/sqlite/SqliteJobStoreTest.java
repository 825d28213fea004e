package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.WalkTime;
import io.taskforge.store.JobStore;
import io.taskforge.store.tck.JobStoreContract;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.io.TempDir;

final class SqliteJobStoreTest extends JobStoreContract {
  @TempDir Path directory;

  @Override
  protected JobStore newStore(InstantSource clock) {
    return SqliteJobStore.builder(directory.resolve("jobs.db")).clock(clock).build();
  }

  @Override
  public BooleanSupplier timeForMoreSteps() {
    return new WalkTime();
  }
}
