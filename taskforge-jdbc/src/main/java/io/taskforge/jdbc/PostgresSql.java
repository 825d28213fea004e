package io.taskforge.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One whole statement with {@code :named} parameters. {@code ${prefix}} is the tables' prefix, and
 * {@code ${now}} the store's time.
 */
final class PostgresSql {
  private static final Pattern PARAMETER = Pattern.compile("(?<![:\\w]):([a-z_]+)");
  private static final String GIVEN_TIME =
      "('epoch'::timestamptz + :now::bigint * interval '1 microsecond')";

  private final String sql;
  private final Map<String, List<Integer>> positions = new HashMap<>();
  private final @Nullable InstantSource clock;
  private final boolean plannedEachTime;

  private PostgresSql(String text, PostgresDialect dialect, boolean plannedEachTime) {
    this.clock = dialect.clock();
    this.plannedEachTime = plannedEachTime;
    String whole =
        text.replace("${prefix}", dialect.names().qualified())
            .replace("${now}", clock == null ? "statement_timestamp()" : GIVEN_TIME);
    Matcher matcher = PARAMETER.matcher(whole);
    StringBuilder result = new StringBuilder();
    int position = 0;
    while (matcher.find()) {
      position++;
      positions.computeIfAbsent(matcher.group(1), name -> new ArrayList<>()).add(position);
      matcher.appendReplacement(result, "?");
    }
    this.sql = matcher.appendTail(result).toString();
  }

  /** A statement whose plan is the same for all arguments, and may be kept by the server. */
  static PostgresSql of(String text, PostgresDialect dialect) {
    return new PostgresSql(text, dialect, false);
  }

  /**
   * A statement that is planned for its arguments each time: a plan that was kept from when a table
   * was empty, or for arrays of unknown length, can be slower by orders of magnitude.
   */
  static PostgresSql planned(String text, PostgresDialect dialect) {
    return new PostgresSql(text, dialect, true);
  }

  /** Prepares it; the time is bound already. */
  PostgresStatement on(Connection connection) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    if (plannedEachTime) {
      PostgresPlanning.eachTime(statement);
    }
    PostgresStatement bound = new PostgresStatement(connection, statement, positions);
    if (clock != null && positions.containsKey("now")) {
      bound.instant("now", clock.instant());
    }
    return bound;
  }
}
