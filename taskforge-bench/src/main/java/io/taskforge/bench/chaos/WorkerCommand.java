package io.taskforge.bench.chaos;

import io.taskforge.bench.compare.WorkerProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * The command that starts a worker. Workers live for seconds, so their classes are in a class data
 * sharing archive, which halves the CPU time of a start. It can only have classes of jars.
 */
final class WorkerCommand {
  private static final int LONGEST_WARM_UP_SECONDS = 120;

  private final String classPath;
  private final Path archive;

  private WorkerCommand(String classPath, Path archive) {
    this.classPath = classPath;
    this.archive = archive;
  }

  /** Starts a worker and stops it, which writes the archive. Without one, starts take longer. */
  static WorkerCommand prepare(ChaosOptions options, Build build, Path out, String url)
      throws IOException, InterruptedException {
    Path jars = Files.createDirectories(out.resolve("classes-" + build.name()));
    List<String> path = new ArrayList<>();
    for (String each : build.classPath().split(File.pathSeparator, -1)) {
      Path entry = Path.of(each);
      path.add(
          Files.isDirectory(entry)
              ? jar(entry, jars.resolve(path.size() + ".jar")).toString()
              : each);
    }
    WorkerCommand command =
        new WorkerCommand(String.join(File.pathSeparator, path), jars.resolve("workers.jsa"));
    Files.deleteIfExists(command.archive);
    Path events = jars.resolve("warm-up");
    Process process =
        new ProcessBuilder(
                command.line(
                    "-XX:ArchiveClassesAtExit=" + command.archive,
                    options,
                    url,
                    "warm-up",
                    events,
                    0))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    process.getOutputStream().close();
    if (!process.waitFor(LONGEST_WARM_UP_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return command;
  }

  private static Path jar(Path directory, Path jar) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String name = directory.relativize(file).toString().replace(File.separatorChar, '/');
        zip.putNextEntry(new ZipEntry(name));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
    return jar;
  }

  List<String> of(ChaosOptions options, String url, String node, Path events, int number) {
    return line("-XX:SharedArchiveFile=" + archive, options, url, node, events, number);
  }

  private List<String> line(
      String archiving, ChaosOptions options, String url, String node, Path events, int number) {
    List<String> line =
        WorkerProcess.java(
            ChaosWorker.class.getName(),
            url,
            node,
            events.toString(),
            Long.toString(options.seed + number),
            Integer.toString(options.lease),
            Integer.toString(options.skew),
            Integer.toString(options.concurrency));
    line.set(line.indexOf("-cp") + 1, classPath);
    // Short lives: a quick start is worth more than fast code.
    line.addAll(
        1, List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xlog:disable", archiving));
    return line;
  }
}
