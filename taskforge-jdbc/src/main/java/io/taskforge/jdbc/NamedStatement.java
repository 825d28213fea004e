package io.taskforge.jdbc;

import io.taskforge.job.JobId;
import io.taskforge.store.PageBytes;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement whose arguments are bound by name. Closing it closes the prepared statement,
 * so a caller that reuses the prepared statement must not close this.
 */
public final class NamedStatement implements AutoCloseable {
  private final PreparedStatement statement;
  private final NamedSql sql;
  private final Columns columns;
  // A reused prepared statement keeps its old arguments, so a missing argument would otherwise go
  // unnoticed.
  private final BitSet bound = new BitSet();

  /** Wraps {@code statement}, which was prepared from {@code sql}. */
  public NamedStatement(PreparedStatement statement, NamedSql sql, Columns columns) {
    this.statement = statement;
    this.sql = sql;
    this.columns = columns;
  }

  private interface Setter {
    void set(int position) throws SQLException;
  }

  private NamedStatement bind(String name, Setter setter) throws SQLException {
    for (int position : sql.positions(name)) {
      setter.set(position);
      bound.set(position);
    }
    return this;
  }

  /** Whether the statement has a parameter of this name. */
  public boolean has(String name) {
    return sql.has(name);
  }

  public NamedStatement text(String name, @Nullable String value) throws SQLException {
    return bind(name, at -> statement.setString(at, value));
  }

  /** Binds what the value's {@code toString} returns. */
  public NamedStatement textOf(String name, @Nullable Object value) throws SQLException {
    return text(name, value == null ? null : value.toString());
  }

  public NamedStatement number(String name, long value) throws SQLException {
    return bind(name, at -> statement.setLong(at, value));
  }

  public NamedStatement numberOrNull(String name, @Nullable Number value) throws SQLException {
    return value == null
        ? bind(name, at -> statement.setNull(at, Types.BIGINT))
        : number(name, value.longValue());
  }

  public NamedStatement fractionOrNull(String name, @Nullable Double value) throws SQLException {
    return value == null
        ? bind(name, at -> statement.setNull(at, Types.DOUBLE))
        : bind(name, at -> statement.setDouble(at, value));
  }

  public NamedStatement flag(String name, boolean value) throws SQLException {
    return bind(name, at -> statement.setBoolean(at, value));
  }

  public NamedStatement bytes(String name, byte[] value) throws SQLException {
    return bind(name, at -> statement.setBytes(at, value));
  }

  public NamedStatement id(String name, @Nullable JobId value) throws SQLException {
    return bind(name, at -> columns.setId(statement, at, value));
  }

  public NamedStatement instant(String name, @Nullable Instant value) throws SQLException {
    return bind(name, at -> columns.setInstant(statement, at, value));
  }

  /** Binds whole microseconds. */
  public NamedStatement duration(String name, @Nullable Duration value) throws SQLException {
    return numberOrNull(name, Columns.micros(value));
  }

  public NamedStatement texts(String name, @Nullable String @Nullable [] values)
      throws SQLException {
    return array(name, "text", values);
  }

  public NamedStatement ids(String name, UUID @Nullable [] values) throws SQLException {
    return array(name, "uuid", values);
  }

  public NamedStatement longs(String name, long[] values) throws SQLException {
    return array(name, "int8", Arrays.stream(values).boxed().toArray(Long[]::new));
  }

  public NamedStatement ints(String name, int[] values) throws SQLException {
    return array(name, "int4", Arrays.stream(values).boxed().toArray(Integer[]::new));
  }

  public NamedStatement longsOrNulls(String name, @Nullable Long @Nullable [] values)
      throws SQLException {
    return array(name, "int8", values);
  }

  /**
   * Binds a column of rows. If all rows have the same value, it is bound as {@code :all_name}, and
   * the array is null. The statement reads the column as {@code COALESCE(value, :all_name)}. Most
   * columns of a batch have one value, and each array costs time for each row.
   */
  public NamedStatement textsOrOne(String name, @Nullable String[] values) throws SQLException {
    return areEqual(values)
        ? texts(name, null).text(ofAll(name), values[0])
        : texts(name, values).text(ofAll(name), null);
  }

  /** Binds a column of rows; see {@link #textsOrOne}. */
  public NamedStatement longsOrOne(String name, @Nullable Long[] values) throws SQLException {
    return areEqual(values)
        ? longsOrNulls(name, null).numberOrNull(ofAll(name), values[0])
        : longsOrNulls(name, values).numberOrNull(ofAll(name), null);
  }

  /** Binds a column of rows; see {@link #textsOrOne}. */
  public NamedStatement intsOrOne(String name, Integer[] values) throws SQLException {
    return areEqual(values)
        ? array(name, "int4", null).numberOrNull(ofAll(name), values[0])
        : array(name, "int4", values).numberOrNull(ofAll(name), null);
  }

  /** Binds a column of rows; see {@link #textsOrOne}. */
  public NamedStatement flagsOrOne(String name, Boolean[] values) throws SQLException {
    return areEqual(values)
        ? array(name, "bool", null).flag(ofAll(name), values[0])
        : array(name, "bool", values).flag(ofAll(name), false);
  }

  private static String ofAll(String name) {
    return "all_" + name;
  }

  private static boolean areEqual(@Nullable Object[] values) {
    for (int i = 1; i < values.length; i++) {
      if (!Objects.equals(values[0], values[i])) {
        return false;
      }
    }
    return values.length > 0;
  }

  public NamedStatement doublesOrNulls(String name, @Nullable Double[] values) throws SQLException {
    return array(name, "float8", values);
  }

  // An array of nulls is sent as null, which is shorter: unnest fills the column with nulls anyway.
  // It has the array's type: the driver prepares a statement again when a parameter's type changes.
  private NamedStatement array(String name, String type, @Nullable Object @Nullable [] values)
      throws SQLException {
    if (values == null || (values.length > 0 && allNull(values))) {
      return bind(name, at -> statement.setNull(at, Types.ARRAY, "_" + type));
    }
    return bind(
        name, at -> statement.setArray(at, statement.getConnection().createArrayOf(type, values)));
  }

  private static boolean allNull(@Nullable Object[] values) {
    for (Object value : values) {
      if (value != null) {
        return false;
      }
    }
    return true;
  }

  /** Reads at most this many rows at a time; needs a transaction. */
  public NamedStatement fetchSize(int rows) throws SQLException {
    statement.setFetchSize(rows);
    return this;
  }

  /** Runs a statement that returns no rows; returns the number of rows it changed. */
  public int update() throws SQLException {
    checkBound();
    return statement.executeUpdate();
  }

  /** Adds the arguments to the batch that {@link PreparedStatement#executeBatch} writes. */
  public void addToBatch() throws SQLException {
    checkBound();
    statement.addBatch();
    bound.clear();
  }

  /** Runs a query. */
  public ResultSet query() throws SQLException {
    checkBound();
    return statement.executeQuery();
  }

  /** Runs a query and reads all rows. */
  public <T> List<T> list(RowReader<T> reader) throws SQLException {
    try (ResultSet row = query()) {
      List<T> all = new ArrayList<>();
      while (row.next()) {
        all.add(reader.read(row));
      }
      return all;
    }
  }

  /** Runs a query and reads its first row; null if there is none. */
  public <T> @Nullable T first(RowReader<T> reader) throws SQLException {
    try (ResultSet row = query()) {
      return row.next() ? reader.read(row) : null;
    }
  }

  /** Runs a query whose result is one number. */
  public long number() throws SQLException {
    try (ResultSet row = query()) {
      row.next();
      return row.getLong(1);
    }
  }

  /** Runs a query and counts its rows. */
  public long countRows() throws SQLException {
    try (ResultSet row = query()) {
      long count = 0;
      while (row.next()) {
        count++;
      }
      return count;
    }
  }

  /**
   * Runs a query and reads rows until there are {@code limit}, or until their sizes reach {@link
   * PageBytes#MAX}.
   */
  public <T> Page<T> page(int limit, RowReader<T> reader, ToLongFunction<T> size)
      throws SQLException {
    try (ResultSet row = query()) {
      List<T> items = new ArrayList<>();
      long bytes = 0;
      boolean more = row.next();
      while (more && items.size() < limit && bytes < PageBytes.MAX) {
        T item = reader.read(row);
        items.add(item);
        bytes += size.applyAsLong(item);
        more = row.next();
      }
      return new Page<>(items, more);
    }
  }

  private void checkBound() {
    if (bound.cardinality() != sql.parameters()) {
      throw new IllegalStateException(
          "%d of %d parameters are bound in: %s"
              .formatted(bound.cardinality(), sql.parameters(), sql.sql()));
    }
  }

  @Override
  public void close() throws SQLException {
    statement.close();
  }
}
