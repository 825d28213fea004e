package io.taskforge.cli;

import io.taskforge.cli.client.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * A command of the benchmark module, which depends on other job queues and on an embedded
 * PostgreSQL, and is therefore not part of the jar. The launcher runs it; the jar alone says so.
 */
abstract class BenchModuleCommand implements Callable<Integer> {
  private final String name;

  @SuppressWarnings("UnusedVariable") // picocli adds the options, which only the module knows
  @Unmatched
  private final List<String> arguments = new ArrayList<>();

  BenchModuleCommand(String name) {
    this.name = name;
  }

  @Override
  public Integer call() {
    throw CommandFailure.invalid(
        "%s is not in this jar; the launcher in a checkout of the sources runs it".formatted(name));
  }

  @Command(
      name = "compare",
      description =
          "Compares TaskForge with other job queues on a PostgreSQL that it starts. Needs the"
              + " sources.")
  static final class Compare extends BenchModuleCommand {
    Compare() {
      super("bench compare");
    }
  }

  @Command(
      name = "soak",
      description =
          "Runs a long load with a fault, such as a transaction that is held open. Needs the"
              + " sources.")
  static final class Soak extends BenchModuleCommand {
    Soak() {
      super("bench soak");
    }
  }

  @Command(
      name = "adapter",
      description = "Runs as an adapter of the public long-horizon harness. Needs the sources.")
  static final class Adapter extends BenchModuleCommand {
    Adapter() {
      super("bench adapter");
    }
  }

  @Command(
      name = "run",
      description =
          "Runs worker processes under faults, such as kills and lost answers, and checks every"
              + " promise. Needs the sources.")
  static final class Chaos extends BenchModuleCommand {
    Chaos() {
      super("chaos run");
    }
  }

  @Command(
      name = "upgrade",
      description =
          "Builds another version, and replaces its workers and server by those of this one under"
              + " load. Needs the sources.")
  static final class Upgrade extends BenchModuleCommand {
    Upgrade() {
      super("chaos upgrade");
    }
  }

  @Command(
      name = "power-cut",
      description =
          "Cuts the power of programs that use a SQLite file, and checks that no acknowledged job"
              + " is lost. Needs the sources and a C compiler.")
  static final class PowerCut extends BenchModuleCommand {
    PowerCut() {
      super("chaos power-cut");
    }
  }

  @Command(
      name = "cluster",
      description =
          "Kills the primary of a PostgreSQL cluster under load, and checks every promise. Needs"
              + " the sources, Patroni and etcd.")
  static final class Cluster extends BenchModuleCommand {
    Cluster() {
      super("chaos cluster");
    }
  }
}
