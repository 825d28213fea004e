package io.taskforge.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Migrations that let two versions of TaskForge run on one database. */
class MigrationsTest {
  private static final Migration FIRST =
      new Migration(1, "V001_a.sql", "CREATE TABLE a (x int);\n");
  private static final Migration SECOND =
      new Migration(2, "V002_b.sql", "ALTER TABLE a ADD COLUMN y int;\n");
  private static final Migration THIRD =
      new Migration(3, "C003_c.sql", "ALTER TABLE a DROP COLUMN x;\n");
  private static final Migration FOURTH =
      new Migration(4, "V004_d.sql", "CREATE TABLE d (x int);\n");
  private static final List<Migration> ALL = List.of(FIRST, SECOND, THIRD, FOURTH);

  private static Map<Integer, String> applied(Migration... migrations) {
    Map<Integer, String> names = new TreeMap<>(Map.of(0, "lock"));
    for (Migration each : migrations) {
      names.put(each.version(), each.recordedName());
    }
    return names;
  }

  @Test
  void expansions_are_applied_before_the_contractions_between_them() {
    assertThat(Migration.missing(ALL, applied(FIRST), false)).containsExactly(SECOND, FOURTH);
    assertThat(Migration.missing(ALL, applied(FIRST, SECOND, FOURTH), true)).containsExactly(THIRD);
    assertThat(Migration.missing(ALL, applied(FIRST, SECOND, THIRD, FOURTH), true)).isEmpty();
  }

  @Test
  void an_older_program_accepts_expansions_of_a_newer_one() {
    assertThat(Migration.conflict(List.of(FIRST), applied(FIRST, SECOND, FOURTH))).isNull();
  }

  @Test
  void an_older_program_is_refused_after_a_contraction() {
    assertThat(Migration.conflict(List.of(FIRST, SECOND), applied(FIRST, SECOND, THIRD)))
        .contains("contracted it with migration 'C003_c.sql")
        .contains("knows versions up to 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgres", "sqlite"})
  void every_migration_has_its_number_and_every_expansion_only_expands(String database) {
    List<String> files = files(database);
    List<Migration> migrations = Migration.load(database, files, "taskforge_");

    assertThat(migrations).isNotEmpty();
    for (Migration each : migrations) {
      assertThat(each.name()).matches("[VC]%03d_[a-z0-9_]+\\.sql".formatted(each.version()));
      // No version runs beside the first one without its tables.
      if (!each.isContraction() && each.version() > 1) {
        assertThat(ExpansionRules.violation(each)).as(each.name()).isEmpty();
      }
    }
  }

  /** The files by number. The stores list the same ones, or their tests fail. */
  private static List<String> files(String database) {
    try (Stream<Path> files =
        Files.list(Path.of("src/main/resources/io/taskforge/jdbc", database))) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .sorted((a, b) -> a.substring(1).compareTo(b.substring(1)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE b (id int NOT NULL);\nCREATE UNIQUE INDEX b_id ON b (id);\n",
        "CREATE TABLE b (id int);\nALTER TABLE b ALTER COLUMN id SET NOT NULL;\n",
        "CREATE INDEX a_x ON ONLY a (x);\n",
        "ALTER TABLE a ADD COLUMN y text;\n",
        "ALTER TABLE a\n  ADD COLUMN y integer[] NOT NULL DEFAULT '{1, 2}',\n  ADD COLUMN z int;\n",
        "UPDATE a SET y = 'known';\n",
        "-- Says why.\nINSERT INTO a VALUES (1);\n"
      })
  void an_expansion_may_add(String sql) {
    assertThat(ExpansionRules.violation(new Migration(2, "V002_x.sql", sql))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DROP TABLE a;\n",
        "ALTER TABLE a DROP COLUMN x;\n",
        "ALTER TABLE a ADD COLUMN y int, DROP COLUMN x;\n",
        "ALTER TABLE a RENAME COLUMN x TO y;\n",
        "ALTER TABLE a RENAME TO b;\n",
        "ALTER TABLE a ALTER COLUMN x TYPE bigint;\n",
        "ALTER TABLE a ALTER COLUMN x SET NOT NULL;\n",
        "ALTER TABLE a ADD COLUMN y int NOT NULL;\n",
        "ALTER TABLE a ADD COLUMN y int UNIQUE;\n",
        "ALTER TABLE a ADD CONSTRAINT small CHECK (x < 10);\n",
        "CREATE UNIQUE INDEX a_x ON a (x);\n",
        "DELETE FROM a;\n",
        "TRUNCATE a;\n",
        "CREATE TRIGGER t BEFORE INSERT ON a EXECUTE FUNCTION f();\n"
      })
  void an_expansion_must_not_break_an_earlier_version(String sql) {
    assertThat(ExpansionRules.violation(new Migration(2, "V002_x.sql", sql))).isPresent();
  }
}
