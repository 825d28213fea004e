package io.taskforge.bench.chaos;

import io.taskforge.bench.compare.WorkerProcess;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;

/**
 * A build of TaskForge whose classes processes can run.
 *
 * @param name the commit, or {@code current}
 */
record Build(String name, String classPath) {
  private static final String CLASSES = "taskforge-bench/target/classes";

  /** The build that runs this program. */
  static Build current() {
    return new Build("current", System.getProperty("java.class.path"));
  }

  /**
   * Builds a git ref with its own launcher.
   *
   * @param builds a directory that keeps the builds, by commit
   */
  static Build of(String ref, Path builds) throws IOException, InterruptedException {
    String commit = run(root(), "git", "rev-parse", "--verify", ref + "^{commit}");
    Path sources = builds.resolve(commit);
    if (!Files.exists(sources)) {
      Path unpacked = Files.createTempDirectory(Files.createDirectories(builds), "unpacked");
      Path tar = unpacked.resolve("sources.tar");
      run(root(), "git", "archive", "--output", tar.toString(), commit);
      run(unpacked, "tar", "-xf", tar.toString());
      Files.move(unpacked, sources, StandardCopyOption.ATOMIC_MOVE);
    }
    // Help needs nothing but the classes.
    run(sources, sources.resolve("taskforge").toString(), "chaos", "run", "--help");
    Path libraries = sources.resolve("taskforge-bench/target/classpath");
    return new Build(
        commit,
        sources.resolve(CLASSES) + File.pathSeparator + Files.readString(libraries).strip());
  }

  /** The checkout whose launcher started this program from its classes. */
  private static Path root() {
    String first = System.getProperty("java.class.path").split(File.pathSeparator, 2)[0];
    Path classes = Path.of(first).toAbsolutePath();
    if (!classes.endsWith(CLASSES)) {
      throw new IllegalArgumentException("chaos upgrade needs the sources, and ran from " + first);
    }
    return Objects.requireNonNull(classes.resolve("../../..").normalize());
  }

  private static String run(Path directory, String... command)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalArgumentException(
          "%s failed with exit code %d"
              .formatted(String.join(" ", List.of(command)), process.exitValue()));
    }
    return said.strip();
  }

  /** Returns the command that runs a main class of this build. */
  List<String> java(String main, String... args) {
    List<String> command = WorkerProcess.java(main, args);
    command.set(command.indexOf("-cp") + 1, classPath);
    return command;
  }
}
