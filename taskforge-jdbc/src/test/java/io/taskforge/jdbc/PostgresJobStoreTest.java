package io.taskforge.jdbc;

import io.taskforge.store.JobStore;
import io.taskforge.testing.contract.JobStoreContract;
import java.sql.SQLException;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;

final class PostgresJobStoreTest extends JobStoreContract {
  private final String schema = PostgresDatabase.freshSchema();

  @Override
  protected JobStore newStore(InstantSource time) {
    return PostgresJobStore.builder(PostgresDatabase.dataSource())
        .schema(schema)
        .clock(time)
        .build();
  }

  @AfterEach
  void dropSchema() throws SQLException {
    PostgresDatabase.drop(schema);
  }
}
