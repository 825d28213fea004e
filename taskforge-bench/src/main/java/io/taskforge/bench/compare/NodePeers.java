package io.taskforge.bench.compare;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The peers that run on Node, installed by npm. */
final class NodePeers {
  private NodePeers() {}

  /**
   * Installs the peers into a directory; returns the command that runs their worker.
   *
   * @throws IOException if node or npm is missing or fails
   */
  static List<String> install(Path directory) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    for (String name : new String[] {"package.json", "worker.mjs"}) {
      try (InputStream file =
          Objects.requireNonNull(NodePeers.class.getResourceAsStream("node/" + name))) {
        Files.copy(file, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Path modules = directory.resolve("node_modules");
    if (!Files.isDirectory(modules.resolve("pg-boss"))) {
      Process npm =
          new ProcessBuilder("npm", "install", "--no-package-lock", "--no-audit", "--no-fund")
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("npm.log").toFile())
              .start();
      if (npm.waitFor() != 0) {
        throw new IOException("npm install failed, see " + directory.resolve("npm.log"));
      }
    }
    return List.of(node(modules), directory.resolve("worker.mjs").toString());
  }

  /** Returns the Node that npm installed, because peers need a newer one than systems have. */
  private static String node(Path modules) throws IOException {
    try (Stream<Path> found = Files.list(modules)) {
      return found
          .filter(path -> path.getFileName().toString().startsWith("node-linux-"))
          .map(path -> path.resolve("bin").resolve("node"))
          .filter(Files::isExecutable)
          .map(Path::toString)
          .findFirst()
          .orElse("node");
    }
  }
}
