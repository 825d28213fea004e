package io.taskforge.bench.chaos;

import io.taskforge.bench.compare.WorkerProcess;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Progress;
import io.taskforge.json.strict.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.node.ObjectNode;

/** Cuts the power of programs that use a SQLite file, and checks that nothing is lost. */
@Command(
    name = "power-cut",
    description = {
      "Records every write and sync of a program that enqueues and runs jobs in a SQLite file."
          + " Then builds the file as a power cut at many moments can leave it, with any part of"
          + " what was not synced, and checks that it opens and that no acknowledged job is lost.",
      "Needs Linux and a C compiler (cc). The exit code is 1 if something was lost."
    })
public final class PowerCutCommand implements Callable<Integer> {
  private static final int CUTS_PER_PROGRAM = 500;
  private static final int ENDS_WITHIN_SECONDS = 300;
  private static final int MAX_SHOWN = 10;

  private final Console console;

  @Option(names = "--cuts", paramLabel = "N", description = "Power cuts; 2000 by default.")
  private int cuts = 2_000;

  @Option(names = "--jobs", paramLabel = "N", description = "Jobs per program; 900 by default.")
  private int jobs = 900;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Decides when the power is cut and what survives; 1 by default.")
  private long seed = 1;

  @Option(
      names = "--ignore-syncs",
      description =
          "Treat all syncs as missing, as if the store or the disk left them out. This must report"
              + " lost jobs; otherwise the other runs prove nothing.")
  private boolean ignoreSyncs;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the records and the report go; target/power-cut by default.")
  private Path out = Path.of("target", "power-cut");

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  public PowerCutCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws Exception {
    if (cuts < 1 || cuts > 1_000_000 || jobs < 10 || jobs > 1_900) {
      throw new IllegalArgumentException(
          "--cuts must be from 1 to 1000000 and --jobs from 10 to 1900 but were %d and %d"
              .formatted(cuts, jobs));
    }
    out = Files.createDirectories(out.toAbsolutePath()).toRealPath();
    Path recorder = DiskRecord.compileRecorder(out);
    PowerCuts found = new PowerCuts(Files.createDirectories(out.resolve("cut")), ignoreSyncs);
    Progress progress = new Progress(console, System::nanoTime, "power-cut", cuts);
    for (int program = 0; found.cuts() < cuts; program++) {
      List<DiskRecord> records = record(recorder, seed + program);
      int most = Math.min(cuts, found.cuts() + CUTS_PER_PROGRAM);
      found.replay(records, most, seed + program, () -> progress.at(found.cuts()));
    }
    progress.end(found.cuts());
    report(found);
    return found.isClean() ? ExitCodes.OK : ExitCodes.UNEXPECTED;
  }

  private List<DiskRecord> record(Path recorder, long program)
      throws IOException, InterruptedException {
    Path directory = Files.createDirectories(out.resolve("disk"));
    PowerCuts.clear(directory);
    Path record = out.resolve("disk.record");
    Files.deleteIfExists(record);
    ProcessBuilder builder =
        new ProcessBuilder(
            WorkerProcess.java(
                PowerCutProgram.class.getName(),
                directory.toString(),
                Long.toString(program),
                Integer.toString(jobs)));
    builder.environment().putAll(DiskRecord.environment(recorder, directory, record));
    Path log = out.resolve("program.log");
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (!process.waitFor(ENDS_WITHIN_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    if (process.waitFor() != 0 || !Files.exists(record)) {
      throw new IOException("the program whose disk is recorded failed; see " + log);
    }
    return DiskRecord.read(record);
  }

  private void report(PowerCuts found) throws IOException {
    ObjectNode report = Json.object().put("seed", seed).put("clean", found.isClean());
    report.put("ignoredSyncs", ignoreSyncs);
    found.figures().forEach(report::put);
    Files.writeString(out.resolve("report.json"), Json.write(report));
    Files.write(out.resolve("losses.txt"), found.losses());
    if (json) {
      console.out().println(Json.write(report));
    } else {
      found
          .figures()
          .forEach(
              (name, value) -> console.out().printf(Locale.ROOT, "%-40s %,12d%n", name, value));
      found.losses().stream().limit(MAX_SHOWN).forEach(console.out()::println);
    }
    console.err().println("wrote " + out);
  }
}
