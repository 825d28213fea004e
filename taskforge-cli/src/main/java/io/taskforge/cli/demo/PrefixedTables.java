package io.taskforge.cli.demo;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The tables of one demo in somebody's PostgreSQL database. */
final class PrefixedTables {
  private static final String TABLES =
      """
      SELECT tablename FROM pg_tables
      WHERE schemaname = current_schema() AND starts_with(tablename, ?)
      """;

  private PrefixedTables() {}

  /** Drops every table of the connection's own schema whose name begins with {@code prefix}. */
  static void drop(String url, @Nullable String user, String password, String prefix) {
    Properties properties = new Properties();
    if (user != null) {
      properties.setProperty("user", user);
      properties.setProperty("password", password);
    }
    try (Connection connection = DriverManager.getConnection(url, properties)) {
      List<String> tables = named(connection, prefix);
      if (!tables.isEmpty()) {
        try (Statement statement = connection.createStatement()) {
          statement.execute("DROP TABLE IF EXISTS " + String.join(", ", tables) + " CASCADE");
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException("could not drop the tables " + prefix + "*", e);
    }
  }

  private static List<String> named(Connection connection, String prefix) throws SQLException {
    List<String> tables = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(TABLES)) {
      statement.setString(1, prefix);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          // Names of ours need no quotes.
          tables.add(rows.getString(1));
        }
      }
    }
    return tables;
  }
}
