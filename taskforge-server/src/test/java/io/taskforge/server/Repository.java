package io.taskforge.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The files of this project that git tracks, or all but build output if there is no git. */
public final class Repository {
  private Repository() {}

  /** The directory that holds the root pom. */
  public static Path root() {
    return Path.of(Objects.requireNonNull(System.getProperty("taskforge.root")));
  }

  /** Returns the files whose name ends with one of {@code endings}, or all if none is given. */
  public static List<Path> files(String... endings) {
    return listed().stream()
        .filter(
            file -> endings.length == 0 || Stream.of(endings).anyMatch(file.toString()::endsWith))
        .filter(Files::isRegularFile)
        .toList();
  }

  /** Returns a text file's content; invalid UTF-8 becomes U+FFFD. */
  public static String text(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> listed() {
    try {
      // Includes new files that git does not ignore: they are about to be committed.
      Process git =
          new ProcessBuilder("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
              .directory(root().toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String names = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (git.waitFor() == 0 && !names.isEmpty()) {
        return Stream.of(names.split("\0")).map(root()::resolve).toList();
      }
    } catch (IOException noGit) {
      return walked();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return walked();
  }

  private static List<Path> walked() {
    try (Stream<Path> all = Files.walk(root())) {
      return all.filter(
              file -> !root().relativize(file).toString().matches("(.*/)?(target|\\.git)(/.*)?"))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
