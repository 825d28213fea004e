package io.taskforge.jdbc.postgres;

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
final class NamedSql {
  private static final Pattern PARAMETER = Pattern.compile("(?<![:\\w]):([a-z_]+)");
  private static final String GIVEN_TIME =
      "('epoch'::timestamptz + :now::bigint * interval '1 microsecond')";

  private final String sql;
  private final Map<String, List<Integer>> positions = new HashMap<>();
  private final @Nullable InstantSource clock;
  private final boolean plannedEachTime;

  private NamedSql(String text, Dialect dialect, boolean plannedEachTime) {
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
  static NamedSql of(String text, Dialect dialect) {
    return new NamedSql(text, dialect, false);
  }

  /**
   * A statement that is planned for its arguments each time: a plan that was kept from when a table
   * was empty, or for arrays of unknown length, can be slower by orders of magnitude.
   */
  static NamedSql planned(String text, Dialect dialect) {
    return new NamedSql(text, dialect, true);
  }

  /** Prepares it; the time is bound already. */
  NamedStatement on(Connection connection) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    if (plannedEachTime) {
      PlanCaching.eachTime(statement);
    }
    NamedStatement bound = new NamedStatement(connection, statement, positions);
    if (clock != null && positions.containsKey("now")) {
      bound.instant("now", clock.instant());
    }
    return bound;
  }
}
