package io.taskforge.jdbc;

import org.jspecify.annotations.Nullable;

/** Prints the statements that create a store's tables, for people who apply them by hand. */
public final class SchemaPrinter {
  private SchemaPrinter() {}

  /**
   * Returns the whole schema of a PostgreSQL store.
   *
   * @param schema the database schema, or null for the connection's own
   * @param prefix what table names begin with
   */
  public static String postgres(@Nullable String schema, String prefix) {
    return PostgresSchema.printed(new PostgresNames(schema, prefix));
  }

  /**
   * Returns the whole schema of a SQLite store.
   *
   * @param prefix what table names begin with
   */
  public static String sqlite(String prefix) {
    return SqliteSchema.printed(prefix);
  }
}
