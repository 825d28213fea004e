package io.taskforge.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.store.tck.JavaProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The first Java example of the README works when pasted. */
@Timeout(120)
class ReadmeTest {
  private static final Document README =
      Document.all().stream()
          .filter(each -> each.name().equals("README.md"))
          .findFirst()
          .orElseThrow();

  @TempDir Path directory;

  @Test
  void the_first_example_is_a_file_that_compiles_and_runs() throws Exception {
    Path file = directory.resolve("QuickStart.java");
    Files.writeString(file, README.blocks("java").findFirst().orElseThrow());
    Path printed = directory.resolve("printed");
    // Java compiles a given source file and runs its first class.
    Process java =
        JavaProcess.of(List.of(file.toString()))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();

    assertThat(java.waitFor(90, TimeUnit.SECONDS)).isTrue();
    assertThat(java.exitValue()).as(Files.readString(printed)).isZero();
    assertThat(Files.readString(printed)).contains("Hello from a job", "the job is SUCCEEDED");
  }
}
