package io.taskforge.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/** Reads one row. */
@FunctionalInterface
public interface RowReader<T> {
  T read(ResultSet row) throws SQLException;
}
