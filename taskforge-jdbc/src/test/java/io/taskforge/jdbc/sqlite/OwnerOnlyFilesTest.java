package io.taskforge.jdbc.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database and its directory are accessible to their owner only, whatever the umask. */
class OwnerOnlyFilesTest {
  @TempDir Path directory;

  @BeforeEach
  void needsModes() {
    assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"));
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void mode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  @Test
  void new_files_and_directories_are_accessible_to_their_owner_only() throws IOException {
    Path data = directory.resolve("new").resolve("data");
    try (SqliteJobStore store = SqliteJobStore.open(data.resolve("jobs.db"))) {
      store.checkWritable();

      assertThat(mode(data)).isEqualTo("rwx------");
      for (String file : new String[] {"jobs.db", "jobs.db-wal", "jobs.db-shm"}) {
        assertThat(mode(data.resolve(file))).as(file).isEqualTo("rw-------");
      }
    }
  }

  @Test
  void files_that_others_can_read_are_restricted() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    Path file = Files.createFile(data.resolve("jobs.db"));
    Path log = Files.createFile(data.resolve("jobs.db-wal"));
    mode(data, "rwxr-xr-x");
    mode(file, "rw-rw-rw-");
    mode(log, "rw-r--r--");
    try (SqliteJobStore store = SqliteJobStore.open(file)) {
      store.checkWritable();

      assertThat(mode(file)).isEqualTo("rw-------");
      assertThat(mode(data.resolve("jobs.db-wal"))).isEqualTo("rw-------");
      assertThat(mode(data)).as("the application's directory").isEqualTo("rwxr-xr-x");
    }
  }

  @Test
  void a_directory_that_the_store_owns_is_restricted_too() throws IOException {
    Path data = Files.createDirectory(directory.resolve("data"));
    mode(data, "rwxr-xr-x");
    SqliteJobStore.builder(data.resolve("jobs.db")).ownsDirectory().build().close();

    assertThat(mode(data)).isEqualTo("rwx------");
  }
}
