package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Migration;
import io.taskforge.job.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Expands the schema to what this program needs, and contracts it on request.
 *
 * <p>The first node to lock the version table's row for version 0 migrates, in one transaction. The
 * others wait for it and then find nothing to do. DDL takes no parameters, so names are part of the
 * statements' text.
 */
final class SchemaMigrator {
  static final List<String> FILES = List.of("V001_schema.sql");

  // If two nodes create the same schema or table at once, one gets one of these errors.
  private static final Set<String> LOST_RACE = Set.of("23505", "42P06", "42P07", "42710");
  private static final int TRIES = 5;

  private final Transactions transactions;
  private final TableNames names;
  private final List<Migration> migrations;

  SchemaMigrator(Transactions transactions, TableNames names) {
    this(transactions, names, Migration.load("postgres", FILES, names.prefix()));
  }

  SchemaMigrator(Transactions transactions, TableNames names, List<Migration> migrations) {
    this.transactions = transactions;
    this.names = names;
    this.migrations = migrations;
  }

  /** Applies the missing expansions. */
  void migrate() {
    if (!missing(false).isEmpty()) {
      transactions.statement("create the schema", this::createVersionTable);
      transactions.transaction("migrate the schema", c -> applyMissing(c, false));
      missing(false);
    }
  }

  /** Applies the missing contractions and returns their names. */
  List<String> contract() {
    check();
    return missing(true).isEmpty()
        ? List.of()
        : transactions.transaction("contract the schema", c -> applyMissing(c, true));
  }

  /** Throws if the schema is missing, lacks an expansion or does not fit this program. */
  void check() {
    List<Migration> missing = missing(false);
    if (!missing.isEmpty()) {
      throw refused(
          "the schema of %s lacks migration %s: apply the missing migrations that this command prints, or let the store migrate: ./taskforge schema print --db postgres"
              .formatted(names.qualified(), missing.get(0).name()));
    }
  }

  /** Returns the SQL that creates the schema, for operators who apply it by hand. */
  static String printed(TableNames names) {
    StringBuilder text = new StringBuilder();
    if (names.schema() != null) {
      text.append("CREATE SCHEMA IF NOT EXISTS ").append(names.schema()).append(";\n");
      text.append("SET search_path TO ").append(names.schema()).append(";\n\n");
    }
    text.append("BEGIN;\n\n").append(versionTable(names.prefix())).append(";\n\n");
    text.append(version(names, "0, 'lock'")).append(";\n\n");
    List<Migration> all = Migration.load("postgres", FILES, names.prefix());
    for (Migration migration : Migration.missing(all, Map.of(), false)) {
      text.append("-- ").append(migration.name()).append("\n\n");
      text.append(migration.sql().strip()).append("\n\n");
      text.append(version(names, migration)).append(";\n\n");
    }
    return text.append("COMMIT;\n").toString();
  }

  private static String version(TableNames names, Migration migration) {
    return version(names, migration.version() + ", '" + migration.recordedName() + "'");
  }

  private static String version(TableNames names, String values) {
    return "INSERT INTO "
        + names.prefix()
        + "schema_version (version, name, applied_at) VALUES ("
        + values
        + ", now())";
  }

  private static String versionTable(String prefix) {
    return """
        CREATE TABLE IF NOT EXISTS %sschema_version (
          version integer PRIMARY KEY,
          name text NOT NULL,
          applied_at timestamptz NOT NULL
        )"""
        .formatted(prefix);
  }

  /** Returns what was not applied. Throws if the schema does not fit this program. */
  private List<Migration> missing(boolean contractions) {
    SortedMap<Integer, String> applied =
        transactions.statement("read the schema's version", this::applied);
    String conflict = Migration.conflict(migrations, applied);
    if (conflict != null) {
      throw refused("the schema of %s does not fit: %s".formatted(names.qualified(), conflict));
    }
    return Migration.missing(migrations, applied, contractions);
  }

  private SortedMap<Integer, String> applied(Connection connection) throws SQLException {
    SortedMap<Integer, String> applied = new TreeMap<>();
    String table = names.qualified() + "schema_version";
    try (PreparedStatement exists = connection.prepareStatement("SELECT to_regclass(?)")) {
      exists.setString(1, table);
      try (ResultSet row = exists.executeQuery()) {
        row.next();
        if (row.getString(1) == null) {
          return applied;
        }
      }
    }
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT version, name FROM " + table)) {
      while (row.next()) {
        applied.put(row.getInt(1), row.getString(2));
      }
      return applied;
    }
  }

  private boolean createVersionTable(Connection connection) throws SQLException {
    for (int tried = 1; ; tried++) {
      try (Statement statement = connection.createStatement()) {
        if (names.schema() != null) {
          statement.execute("CREATE SCHEMA IF NOT EXISTS " + names.schema());
        }
        statement.execute(versionTable(names.qualified()));
        return statement.execute(
            "INSERT INTO "
                + names.qualified()
                + "schema_version (version, name, applied_at) VALUES (0, 'lock', now())"
                + " ON CONFLICT DO NOTHING");
      } catch (SQLException e) {
        if (tried == TRIES || !LOST_RACE.contains(String.valueOf(e.getSQLState()))) {
          throw e;
        }
      }
    }
  }

  /**
   * Applies the missing migrations without a network timeout, because building an index can take
   * long.
   */
  private List<String> applyMissing(Connection connection, boolean contractions)
      throws SQLException {
    int limit = connection.getNetworkTimeout();
    connection.setNetworkTimeout(Runnable::run, 0);
    try {
      return applyAll(connection, contractions);
    } finally {
      connection.setNetworkTimeout(Runnable::run, limit);
    }
  }

  private List<String> applyAll(Connection connection, boolean contractions) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (names.schema() != null) {
        statement.execute("SET LOCAL search_path TO " + names.schema());
      }
      statement.execute(
          "SELECT 1 FROM " + names.prefix() + "schema_version WHERE version = 0 FOR UPDATE");
      List<Migration> missing = Migration.missing(migrations, applied(connection), contractions);
      for (Migration migration : missing) {
        for (String sql : migration.statements()) {
          statement.execute(sql);
        }
        statement.execute(version(names, migration));
      }
      return missing.stream().map(Migration::name).toList();
    }
  }

  private static StoreException refused(String reason) {
    return new StoreException("use the database", false, new IllegalStateException(reason));
  }
}
