package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A prepared statement whose parameters have names. */
final class NamedStatement implements AutoCloseable {
  private final Connection connection;
  private final PreparedStatement statement;
  private final Map<String, List<Integer>> positions;

  NamedStatement(
      Connection connection, PreparedStatement statement, Map<String, List<Integer>> positions) {
    this.connection = connection;
    this.statement = statement;
    this.positions = positions;
  }

  NamedStatement text(String name, @Nullable String value) throws SQLException {
    for (int position : at(name)) {
      statement.setString(position, value);
    }
    return this;
  }

  NamedStatement number(String name, long value) throws SQLException {
    return numberOrNull(name, value);
  }

  NamedStatement numberOrNull(String name, @Nullable Long value) throws SQLException {
    for (int position : at(name)) {
      if (value == null) {
        statement.setNull(position, Types.BIGINT);
      } else {
        statement.setLong(position, value);
      }
    }
    return this;
  }

  NamedStatement flag(String name, boolean value) throws SQLException {
    for (int position : at(name)) {
      statement.setBoolean(position, value);
    }
    return this;
  }

  NamedStatement id(String name, @Nullable UUID value) throws SQLException {
    for (int position : at(name)) {
      statement.setObject(position, value, Types.OTHER);
    }
    return this;
  }

  /** Binds microseconds since 1970. */
  NamedStatement instant(String name, @Nullable Instant value) throws SQLException {
    return numberOrNull(name, PostgresColumns.sinceEpoch(value));
  }

  /** Binds microseconds. */
  NamedStatement duration(String name, @Nullable Duration value) throws SQLException {
    return numberOrNull(name, Columns.micros(value));
  }

  NamedStatement texts(String name, @Nullable String[] values) throws SQLException {
    return array(name, "text", allNull(values) ? null : values);
  }

  NamedStatement ids(String name, UUID @Nullable [] values) throws SQLException {
    return array(name, "uuid", values);
  }

  NamedStatement longs(String name, long[] values) throws SQLException {
    return array(name, "int8", Arrays.stream(values).boxed().toArray(Long[]::new));
  }

  NamedStatement ints(String name, int[] values) throws SQLException {
    return array(name, "int4", Arrays.stream(values).boxed().toArray(Integer[]::new));
  }

  NamedStatement longsOrNulls(String name, @Nullable Long[] values) throws SQLException {
    return array(name, "int8", allNull(values) ? null : values);
  }

  NamedStatement doublesOrNulls(String name, @Nullable Double[] values) throws SQLException {
    return array(name, "float8", allNull(values) ? null : values);
  }

  NamedStatement flags(String name, Boolean[] values) throws SQLException {
    return array(name, "bool", values);
  }

  ResultSet query() throws SQLException {
    return statement.executeQuery();
  }

  int update() throws SQLException {
    return statement.executeUpdate();
  }

  // An array without values is sent as null: unnest fills its column with nulls just the same.
  private static boolean allNull(@Nullable Object[] values) {
    for (Object value : values) {
      if (value != null) {
        return false;
      }
    }
    return values.length > 0;
  }

  private NamedStatement array(String name, String type, @Nullable Object @Nullable [] values)
      throws SQLException {
    for (int position : at(name)) {
      if (values == null) {
        statement.setNull(position, Types.ARRAY);
      } else {
        statement.setArray(position, connection.createArrayOf(type, values));
      }
    }
    return this;
  }

  private List<Integer> at(String name) {
    return Objects.requireNonNull(
        positions.get(name), () -> "the statement has no parameter :" + name);
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
