package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.WalkTime;
import io.taskforge.store.JobStore;
import io.taskforge.store.tck.JobStoreContract;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;

/** The contract on PostgreSQL, in one schema that is emptied after each test. */
final class PostgresJobStoreTest extends JobStoreContract {
  private static final String SCHEMA = PostgresDatabase.freshSchema();

  @Override
  protected JobStore newStore(InstantSource time) {
    return PostgresJobStore.builder(PostgresDatabase.dataSource())
        .schema(SCHEMA)
        .clock(time)
        .build();
  }

  @AfterEach
  void emptySchema() throws SQLException {
    PostgresDatabase.empty(SCHEMA);
  }

  @AfterAll
  static void dropSchema() throws SQLException {
    PostgresDatabase.drop(SCHEMA);
  }

  @Override
  public BooleanSupplier timeForMoreSteps() {
    return new WalkTime();
  }
}
