package io.taskforge.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * One schema migration, from a {@code .sql} file of this module. Migrations follow expand and
 * contract: an expansion, {@code V002_….sql}, leaves programs of earlier versions working, so a
 * store applies it when it opens; a contraction, {@code C003_….sql}, removes what only earlier
 * versions need and is applied by {@code schema contract}. Both are numbered in one sequence.
 *
 * @param version 1, 2, 3 and so on
 * @param name the file's name
 * @param sql the whole file, with the table prefix filled in
 */
public record Migration(int version, String name, String sql) {
  private static final String CONTRACTION = "C";

  /**
   * Loads the migrations of one database.
   *
   * @param database the folder: {@code postgres} or {@code sqlite}
   * @param files the file names, in order; the first is version 1
   * @param prefix the prefix of all table names
   */
  public static List<Migration> load(String database, List<String> files, String prefix) {
    List<Migration> migrations = new ArrayList<>();
    for (String file : files) {
      String path = "/io/taskforge/jdbc/" + database + "/" + file;
      try (InputStream in = Migration.class.getResourceAsStream(path)) {
        if (in == null) {
          throw new IllegalStateException("migration " + path + " is missing from the jar");
        }
        String sql = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        migrations.add(
            new Migration(migrations.size() + 1, file, sql.replace("${prefix}", prefix)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return migrations;
  }

  /** Whether it removes what programs of earlier versions need. */
  public boolean isContraction() {
    return name.startsWith(CONTRACTION);
  }

  /**
   * The file's name and a checksum of its statements, as the version table records it. Comments and
   * white space do not change the checksum.
   */
  public String recordedName() {
    CRC32 checksum = new CRC32();
    checksum.update(
        sql.replaceAll("--[^\n]*", "")
            .replaceAll("\\s+", " ")
            .strip()
            .getBytes(StandardCharsets.UTF_8));
    return "%s %08x".formatted(name, checksum.getValue());
  }

  /**
   * Returns the expansions, or the contractions, that were not applied yet.
   *
   * @param applied the recorded names by version
   */
  public static List<Migration> missing(
      List<Migration> migrations, Map<Integer, String> applied, boolean contractions) {
    return migrations.stream()
        .filter(each -> each.isContraction() == contractions)
        .filter(each -> !applied.containsKey(each.version()))
        .toList();
  }

  /**
   * Returns what is wrong with a database to which other migrations were applied, or null if
   * nothing is. Expansions of newer versions are no conflict.
   *
   * @param applied the recorded names by version
   */
  public static @Nullable String conflict(
      List<Migration> migrations, Map<Integer, String> applied) {
    for (Map.Entry<Integer, String> each : applied.entrySet()) {
      int version = each.getKey();
      String recorded = each.getValue();
      if (version > migrations.size() && recorded.startsWith(CONTRACTION)) {
        return "a newer TaskForge has contracted it with migration '%s', and this program knows versions up to %d: run a newer TaskForge, or restore the database from before"
            .formatted(recorded, migrations.size());
      }
      if (version > 0 && version <= migrations.size()) {
        String known = migrations.get(version - 1).recordedName();
        if (!recorded.equals(known)) {
          return "it was created by migration '%s' but this program has '%s': run the TaskForge version that created it, or use an empty database"
              .formatted(recorded, known);
        }
      }
    }
    return null;
  }

  /** The file's statements; a statement ends with a semicolon at the end of a line. */
  public List<String> statements() {
    return Arrays.stream(sql.split(";\\s*\\n"))
        .map(String::strip)
        .filter(statement -> !statement.isEmpty())
        .toList();
  }
}
