package io.taskforge.bench.chaos;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A small file system in memory that can be filled up. */
final class Disk implements AutoCloseable {
  private static final String SIZE = "size=512m";
  private static final int CHUNK = 1_024 * 1_024;
  private static final int SECONDS = 10;

  private final Path directory;

  private Disk(Path directory) {
    this.directory = directory;
  }

  /** Mounts it in a directory, which only root may do. */
  static Disk mount(Path directory) throws IOException {
    Files.createDirectories(directory);
    if (!run("mount", "-t", "tmpfs", "-o", SIZE, "tmpfs", directory.toString())) {
      throw new IllegalArgumentException(
          "--disk-every: no file system could be mounted; run it as root");
    }
    return new Disk(directory);
  }

  private static boolean run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    try {
      return process.waitFor(SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  Path directory() {
    return directory;
  }

  private Path filler() {
    return directory.resolve("filler");
  }

  /** Leaves no room. */
  void fill() {
    try (OutputStream out = Files.newOutputStream(filler())) {
      byte[] chunk = new byte[CHUNK];
      while (true) {
        out.write(chunk);
      }
    } catch (IOException e) {
      return; // full
    }
  }

  void free() throws IOException {
    Files.deleteIfExists(filler());
  }

  @Override
  public void close() throws IOException {
    if (!run("umount", "--lazy", directory.toString())) {
      throw new IOException("could not unmount " + directory);
    }
  }
}
