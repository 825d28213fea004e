package io.taskforge.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A job store's file that is gone after the example; yours would have a fixed place. */
final class TemporaryFile {
  private TemporaryFile() {}

  static Path create() throws IOException {
    Path directory = Files.createTempDirectory("taskforge-example");
    for (String name : new String[] {"", "/jobs.db", "/jobs.db-wal", "/jobs.db-shm"}) {
      // Deleted in the reverse order: the directory last.
      Path.of(directory + name).toFile().deleteOnExit();
    }
    return directory.resolve("jobs.db");
  }
}
