package io.taskforge.jdbc.sqlite;

import java.sql.SQLException;

/** The work of one transaction. May run again after a rollback. */
@FunctionalInterface
interface Work<T> {
  T in(Session session) throws SQLException;
}
