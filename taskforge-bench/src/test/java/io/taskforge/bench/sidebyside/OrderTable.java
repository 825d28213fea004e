package io.taskforge.bench.sidebyside;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;

/** The orders of all three, in a database that each test has for itself. */
final class OrderTable {
  /** A second order of a customer fails when it is committed. */
  private static final String ORDERS =
      "CREATE TABLE orders (customer text UNIQUE DEFERRABLE INITIALLY DEFERRED)";

  private OrderTable() {}

  static DataSource create(String... more) throws IOException, SQLException {
    String name = "orders_" + UUID.randomUUID().toString().replace("-", "");
    EmbeddedPostgres server = Server.INSTANCE;
    execute(server.getPostgresDatabase(), "CREATE DATABASE " + name);
    DataSource orders = server.getDatabase("postgres", name);
    execute(orders, ORDERS);
    for (String table : more) {
      execute(orders, table);
    }
    return orders;
  }

  private static void execute(DataSource source, String sql) throws SQLException {
    try (Connection connection = source.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static void insert(Connection connection, String customer) throws SQLException {
    try (var insert = connection.prepareStatement("INSERT INTO orders VALUES (?)")) {
      insert.setString(1, customer);
      insert.executeUpdate();
    }
  }

  static int count(DataSource source, String table) throws SQLException {
    try (Connection connection = source.getConnection();
        var rows = connection.createStatement().executeQuery("SELECT count(*) FROM " + table)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static final class Server {
    static final EmbeddedPostgres INSTANCE = start();

    private static EmbeddedPostgres start() {
      try {
        return EmbeddedPostgres.start();
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
  }
}
