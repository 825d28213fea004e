package io.taskforge.jdbc;

import java.sql.SQLException;

/** What is done in one transaction. May be run again after a rollback. */
@FunctionalInterface
interface SqliteWork<T> {
  T in(SqliteSession session) throws SQLException;
}
