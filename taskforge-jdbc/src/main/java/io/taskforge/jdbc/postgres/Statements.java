package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.NamedSql;
import io.taskforge.jdbc.NamedStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Prepares the store's statements and binds {@code :now}: to the store's clock in tests, else to
 * null, which makes statements use the database's clock.
 */
final class Statements {
  private final TableNames names;
  private final @Nullable InstantSource clock;
  private final NamedSql.Cache cache;
  private final PostgresColumns columns = new PostgresColumns();

  /**
   * Creates the statements of one store.
   *
   * @param clock the store's clock, or null for the database's clock
   */
  Statements(TableNames names, @Nullable InstantSource clock) {
    this.names = names;
    this.clock = clock;
    this.cache = new NamedSql.Cache(names.qualified());
  }

  TableNames names() {
    return names;
  }

  @Nullable InstantSource clock() {
    return clock;
  }

  /** Prepares a statement whose plan suits all arguments; the server may cache the plan. */
  NamedStatement on(Connection connection, String text) throws SQLException {
    return on(connection, text, false);
  }

  /**
   * Prepares a statement that is planned for its arguments each time. A plan cached while a table
   * was empty, or made for arrays of unknown length, can be slower by orders of magnitude.
   */
  NamedStatement planned(Connection connection, String text) throws SQLException {
    return on(connection, text, true);
  }

  private NamedStatement on(Connection connection, String text, boolean planned)
      throws SQLException {
    NamedSql sql = cache.get(text);
    PreparedStatement prepared = connection.prepareStatement(sql.sql());
    if (planned) {
      PlanCaching.eachTime(prepared);
    }
    NamedStatement statement = new NamedStatement(prepared, sql, columns);
    return sql.has("now")
        ? statement.instant("now", clock == null ? null : clock.instant())
        : statement;
  }
}
