package io.taskforge.spring.autoconfigure;

import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.taskforge.jdbc.postgres.PostgresJobStoreBuilder;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.spring.TaskForgeProperties;
import io.taskforge.spring.TaskForgeProperties.StoreType;
import io.taskforge.store.JobStore;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens the job store that the properties ask for. */
final class StoreFactory {
  private static final String POSTGRES = "PostgreSQL";

  private StoreFactory() {}

  /**
   * @param dataSource the application's only or primary data source, or null
   * @param several whether the application has several data sources, none of them primary
   * @throws IllegalStateException if there is no data source, or its database is another one
   */
  static JobStore open(
      TaskForgeProperties.Store store, @Nullable DataSource dataSource, boolean several) {
    if (store.type() == StoreType.SQLITE
        || (store.type() == StoreType.AUTO && dataSource == null && !several)) {
      return SqliteJobStore.builder(store.file()).prefix(store.prefix()).build();
    }
    if (dataSource == null) {
      throw new IllegalStateException(
          several
              ? "the application has several DataSource beans and none is primary; mark one as"
                  + " @Primary, or define a JobStore and an AmbientTransactions bean"
              : "spring.taskforge.store.type=postgres needs a DataSource bean, and there is none");
    }
    requirePostgres(dataSource);
    PostgresJobStoreBuilder builder =
        PostgresJobStore.builder(dataSource)
            .prefix(store.prefix())
            .migrate(store.migrate())
            .notifications(store.notifications());
    return (store.schema() == null ? builder : builder.schema(store.schema())).build();
  }

  private static void requirePostgres(DataSource dataSource) {
    String product;
    try (Connection connection = dataSource.getConnection()) {
      product = connection.getMetaData().getDatabaseProductName();
    } catch (SQLException e) {
      throw new IllegalStateException("the application's DataSource can't be reached", e);
    }
    if (!product.equals(POSTGRES)) {
      throw new IllegalStateException(
          "the application's DataSource is %s, and jobs can be stored in PostgreSQL or a SQLite file;"
                  .formatted(product)
              + " set spring.taskforge.store.type=sqlite for a file, or define a JobStore bean");
    }
  }
}
