package io.taskforge.jdbc.sqlite;

import java.sql.SQLException;

/** What is done in one transaction. May be run again after a rollback. */
@FunctionalInterface
interface Work<T> {
  T in(Session session) throws SQLException;
}
