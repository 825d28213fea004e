package io.taskforge.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One schema migration, from a {@code .sql} file of this module.
 *
 * @param version 1, 2, 3 and so on, in the order in which the migrations are applied
 * @param name the file's name
 * @param sql the whole file, with the table prefix filled in
 */
public record Migration(int version, String name, String sql) {
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

  /** The file's statements; a statement ends with a semicolon at the end of a line. */
  public List<String> statements() {
    return Arrays.stream(sql.split(";\\s*\\n"))
        .map(String::strip)
        .filter(statement -> !statement.isEmpty())
        .toList();
  }
}
