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
    for (Migration migration : migrations(prefix)) {
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

  /** Applies the missing migrations in the session's transaction and returns the old version. */
  static int migrate(Session session, List<Migration> migrations, long now) throws SQLException {
    session.execute(CREATE_VERSIONS);
    Map<Integer, String> applied = new HashMap<>();
    try (ResultSet row = session.statement(APPLIED).query()) {
      while (row.next()) {
        applied.put(row.getInt(1), row.getString(2));
      }
    }
    int version = applied.keySet().stream().max(Integer::compare).orElse(0);
    if (version > migrations.size()) {
      throw refused(
          ("its schema has version %d, but this program knows only up to version %d; start a"
                  + " newer TaskForge on it, or restore the copy made before the upgrade")
              .formatted(version, migrations.size()));
    }
    String conflict = Migration.conflict(migrations, applied);
    if (conflict != null) {
      throw refused(conflict);
    }
    for (Migration migration : migrations.subList(version, migrations.size())) {
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
    return version;
  }

  private static StoreException refused(String reason) {
    return new StoreException("open the job store", false, new IllegalStateException(reason));
  }
}
