package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.Migration;
import io.taskforge.job.StoreException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Migrates the schema of a database file. */
final class SchemaMigrator {
  private static final List<String> FILES = List.of("V001_schema.sql");
  private static final Pattern PREFIX = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]{0,31}");

  private static final String CREATE_VERSIONS =
      """
      CREATE TABLE IF NOT EXISTS ${prefix}schema_version (
        version INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        applied_at INTEGER NOT NULL
      ) STRICT
      """;
  private static final String APPLIED =
      """
      SELECT version, name FROM ${prefix}schema_version
      """;
  private static final String ADD_APPLIED =
      """
      INSERT INTO ${prefix}schema_version (version, name, applied_at) VALUES (:version, :name, :now)
      """;

  private static final String PRINTED_AS_APPLIED =
      """
      INSERT INTO ${prefix}schema_version (version, name, applied_at)
      VALUES (%d, '%s', CAST(unixepoch('subsec') * 1000000 AS INTEGER));
      """;

  private SchemaMigrator() {}

  /** Returns the migrations, with {@code prefix} in all table names. */
  static List<Migration> migrations(String prefix) {
    return Migration.load("sqlite", FILES, prefix);
  }

  static void checkPrefix(String prefix) {
    if (!PREFIX.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "table prefix must match %s but was '%s'".formatted(PREFIX, prefix));
    }
  }

  /** Returns the SQL that creates the schema, for operators who apply it by hand. */
  static String printed(String prefix) {
    checkPrefix(prefix);
    StringBuilder text = new StringBuilder("BEGIN IMMEDIATE;\n\n");
    text.append(CREATE_VERSIONS.replace("${prefix}", prefix).strip()).append(";\n\n");
    for (Migration migration : Migration.missing(migrations(prefix), Map.of(), false)) {
      text.append("-- ").append(migration.name()).append("\n\n");
      text.append(migration.sql().strip()).append("\n\n");
      text.append(
              PRINTED_AS_APPLIED
                  .replace("${prefix}", prefix)
                  .strip()
                  .formatted(migration.version(), migration.recordedName()))
          .append("\n\n");
    }
    return text.append("COMMIT;\n").toString();
  }

  /** Applies the missing expansions in the session's transaction and returns their names. */
  static List<String> migrate(Session session, List<Migration> migrations, long now)
      throws SQLException {
    session.execute(CREATE_VERSIONS);
    return apply(session, migrations, false, now);
  }

  /** Applies the missing contractions in the session's transaction and returns their names. */
  static List<String> contract(Session session, List<Migration> migrations, long now)
      throws SQLException {
    return apply(session, migrations, true, now);
  }

  private static List<String> apply(
      Session session, List<Migration> migrations, boolean contractions, long now)
      throws SQLException {
    Map<Integer, String> applied = new HashMap<>();
    try (ResultSet row = session.statement(APPLIED).query()) {
      while (row.next()) {
        applied.put(row.getInt(1), row.getString(2));
      }
    }
    String conflict = Migration.conflict(migrations, applied);
    if (conflict != null) {
      throw refused(conflict);
    }
    List<Migration> missing = Migration.missing(migrations, applied, contractions);
    for (Migration migration : missing) {
      for (String statement : migration.statements()) {
        session.execute(statement);
      }
      session
          .statement(ADD_APPLIED)
          .number("version", migration.version())
          .text("name", migration.recordedName())
          .number("now", now)
          .update();
    }
    return missing.stream().map(Migration::name).toList();
  }

  private static StoreException refused(String reason) {
    return new StoreException("open the job store", false, new IllegalStateException(reason));
  }
}
