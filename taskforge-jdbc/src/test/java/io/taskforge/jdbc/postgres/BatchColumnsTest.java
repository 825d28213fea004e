package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.jdbc.NamedStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns of a batch whose rows have one value, or several. */
class BatchColumnsTest {
  private static final Statements STATEMENTS =
      new Statements(new TableNames("public", "taskforge_"), null);
  private static final String ROWS =
      """
      SELECT
        COALESCE(r.name, :all_names::text) AS name,
        COALESCE(r.size, :all_sizes::bigint) AS size,
        COALESCE(r.rank, :all_ranks::integer) AS rank,
        COALESCE(r.flag, :all_flags::boolean) AS flag
      FROM unnest(
        :ids::integer[], :names::text[], :sizes::bigint[], :ranks::integer[], :flags::boolean[])
        WITH ORDINALITY AS r (id, name, size, rank, flag, place)
      ORDER BY r.place
      """;

  private record Row(@Nullable String name, @Nullable Long size, int rank, boolean flag) {}

  private static List<Row> read(Connection connection, List<Row> rows) throws SQLException {
    try (NamedStatement statement = STATEMENTS.on(connection, ROWS)) {
      return statement
          .ints("ids", new int[rows.size()])
          .textsOrOne("names", rows.stream().map(Row::name).toArray(String[]::new))
          .longsOrOne("sizes", rows.stream().map(Row::size).toArray(Long[]::new))
          .intsOrOne("ranks", rows.stream().map(Row::rank).toArray(Integer[]::new))
          .flagsOrOne("flags", rows.stream().map(Row::flag).toArray(Boolean[]::new))
          .list(
              row ->
                  new Row(
                      row.getString("name"),
                      row.getObject("size", Long.class),
                      row.getInt("rank"),
                      row.getBoolean("flag")));
    }
  }

  private static List<Row> rows(int pattern) {
    Row one = new Row("a", 1L, 1, true);
    Row other =
        new Row(
            (pattern & 1) == 0 ? "a" : null,
            (pattern & 2) == 0 ? Long.valueOf(1) : null,
            (pattern & 4) == 0 ? 1 : 2,
            (pattern & 8) == 0);
    return List.of(one, other, one);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15})
  void rows_have_their_own_values(int pattern) throws Exception {
    try (Connection connection = DriverManager.getConnection(PostgresDatabase.jdbcUrl())) {
      assertThat(read(connection, rows(pattern))).isEqualTo(rows(pattern));
    }
  }

  @Test
  void null_may_be_the_value_of_all_rows_and_a_batch_may_be_empty() throws Exception {
    List<Row> nulls = List.of(new Row(null, null, 0, false), new Row(null, null, 0, false));
    try (Connection connection = DriverManager.getConnection(PostgresDatabase.jdbcUrl())) {
      assertThat(read(connection, nulls)).isEqualTo(nulls);
      assertThat(read(connection, nulls.subList(0, 1))).isEqualTo(nulls.subList(0, 1));
      assertThat(read(connection, List.of())).isEmpty();
    }
  }

  @Test
  void the_statement_stays_prepared_whichever_columns_have_one_value() throws Exception {
    try (Connection connection = DriverManager.getConnection(PostgresDatabase.jdbcUrl())) {
      for (int i = 0; i < 10; i++) { // the driver prepares a statement when it was used some times
        read(connection, rows(5));
      }
      List<String> before = prepared(connection);
      for (int pattern = 0; pattern < 16; pattern++) {
        read(connection, rows(pattern));
      }

      assertThat(before).hasSize(1);
      assertThat(prepared(connection)).isEqualTo(before);
    }
  }

  private static List<String> prepared(Connection connection) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet row =
        connection
            .createStatement()
            .executeQuery(
                "SELECT name FROM pg_prepared_statements WHERE statement LIKE '%unnest%'")) {
      while (row.next()) {
        names.add(row.getString(1));
      }
    }
    return names;
  }
}
