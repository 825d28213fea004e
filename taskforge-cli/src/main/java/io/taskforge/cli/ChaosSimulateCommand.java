package io.taskforge.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.Progress;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.EventLines;
import io.taskforge.simulator.check.Violation;
import io.taskforge.simulator.cluster.Chaos;
import io.taskforge.simulator.cluster.ClusterSimulation;
import io.taskforge.simulator.cluster.Plan;
import io.taskforge.simulator.cluster.PlantedBugs;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "simulate",
    description = {
      "Simulates clusters under faults, in virtual time and one thread, and checks every promise.",
      "A seed decides everything: nodes that crash and pause, store calls that fail or lose their"
          + " answers, handlers that hang, operators in between. The same seed gives the same run.",
      "Stops at the first seed that violates a promise, and prints what happened and how to run it"
          + " again."
    })
final class ChaosSimulateCommand implements Callable<Integer> {
  private static final Pattern SEEDS = Pattern.compile("(\\d{1,15})(?:\\.\\.(\\d{1,15}))?");

  private static final int BATCH = 100;

  private final Console console;

  @Option(
      names = "--seeds",
      paramLabel = "FIRST..LAST",
      description = "The seeds, or a single one; 1..1000 by default.")
  private String seeds = "1..1000";

  @Option(
      names = "--bug",
      paramLabel = "NAME",
      description = "Simulate a planted bug, to see that it is found.")
  private @Nullable String bug;

  @Option(
      names = "--without",
      split = ",",
      paramLabel = "KIND,…",
      hideParamSyntax = true,
      description = "Leave out kinds of chaos: ${COMPLETION-CANDIDATES}.")
  private Set<Chaos> without = EnumSet.noneOf(Chaos.class);

  @Option(names = "--jobs", paramLabel = "N", description = "The number of jobs.")
  private @Nullable Integer jobs;

  @Option(names = "--nodes", paramLabel = "N", description = "The number of nodes.")
  private @Nullable Integer nodes;

  @Option(names = "--seconds", paramLabel = "N", description = "Seconds of faults.")
  private @Nullable Integer seconds;

  @Option(
      names = "--twice",
      description = "Run each seed twice, and check that the hash of all events is the same.")
  private boolean twice;

  private final Set<Long> unstable = new ConcurrentSkipListSet<>();

  @Option(names = "--trace", description = "Print all events of each seed, as JSON lines.")
  private boolean trace;

  ChaosSimulateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Matcher given = SEEDS.matcher(seeds);
    if (!given.matches()) {
      throw CommandFailure.invalid(
          "--seeds: '%s' is not allowed: must be a number or FIRST..LAST".formatted(seeds));
    }
    long first = Long.parseLong(given.group(1));
    long last = given.group(2) == null ? first : Long.parseLong(given.group(2));
    if (last < first) {
      throw CommandFailure.invalid("--seeds: the last seed must not be before the first");
    }
    check("--jobs", jobs, 1_000);
    check("--nodes", nodes, 100);
    check("--seconds", seconds, 3_600);
    if (bug != null && !PlantedBugs.names().contains(bug)) {
      throw CommandFailure.invalid(
          "--bug: '%s' is not allowed: must be one of %s".formatted(bug, PlantedBugs.names()));
    }
    // Engines log every injected fault.
    if (LoggerFactory.getLogger("io.taskforge") instanceof Logger log) {
      log.setLevel(Level.OFF);
    }
    return simulate(first, last);
  }

  private static void check(String option, @Nullable Integer value, int most) {
    if (value != null && (value < 1 || value > most)) {
      throw CommandFailure.invalid(
          "%s: %d is not allowed: must be from 1 to %d".formatted(option, value, most));
    }
  }

  private int simulate(long first, long last) {
    LongSupplier nanos = EngineEnvironment.production().ticker();
    long begun = nanos.getAsLong();
    long total = last - first + 1;
    Progress progress = new Progress(console, nanos, "simulate", total);
    for (long from = first; from <= last; from += BATCH) {
      for (ClusterSimulation.Result result : batch(from, Math.min(last, from + BATCH - 1))) {
        print(result);
        if (!result.violations().isEmpty()) {
          progress.end(result.plan().seed() - first + 1);
          report(result);
          return ExitCodes.UNEXPECTED;
        }
      }
      if (!unstable.isEmpty()) {
        progress.end(Math.min(total, from - first + BATCH));
        console.out().println("two runs differ, of seeds " + unstable);
        return ExitCodes.UNEXPECTED;
      }
      progress.at(Math.min(total, from - first + BATCH));
    }
    progress.end(total);
    double took = Math.max(1e-3, (nanos.getAsLong() - begun) / 1e9);
    console
        .out()
        .printf(
            Locale.ROOT,
            "%,d seeds, no violation, %s%,.0f seeds/s%n",
            total,
            twice ? "each with the same trace twice, " : "",
            total / took);
    return ExitCodes.OK;
  }

  /** Each simulation has one thread; several of them run at once. */
  private List<ClusterSimulation.Result> batch(long first, long last) {
    return LongStream.rangeClosed(first, last)
        .parallel()
        .mapToObj(seed -> run(plan(seed)))
        .peek(this::repeat)
        .filter(result -> trace || !result.violations().isEmpty())
        .toList();
  }

  private void repeat(ClusterSimulation.Result result) {
    if (twice && !run(result.plan()).traceHash().equals(result.traceHash())) {
      unstable.add(result.plan().seed());
    }
  }

  private void print(ClusterSimulation.Result result) {
    if (trace) {
      result.events().forEach(event -> console.out().println(EventLines.write(event)));
      console.out().printf("seed %d: trace %s%n", result.plan().seed(), result.traceHash());
    }
  }

  private Plan plan(long seed) {
    Plan plan = Plan.of(seed);
    for (Chaos kind : without) {
      plan = plan.without(kind);
    }
    plan = jobs == null ? plan : plan.jobs(jobs);
    plan = nodes == null ? plan : plan.nodes(nodes);
    return seconds == null ? plan : plan.seconds(seconds);
  }

  private ClusterSimulation.Result run(Plan plan) {
    return bug == null ? ClusterSimulation.run(plan) : ClusterSimulation.run(plan, bug);
  }

  private void report(ClusterSimulation.Result failing) {
    PrintWriter out = console.out();
    out.printf("seed %d violates:%n", failing.plan().seed());
    failing.violations().forEach(violation -> out.println("  " + violation));
    ClusterSimulation.Result shrunk = ClusterSimulation.shrink(failing, bug);
    Violation shown = shrunk.violations().get(0);
    out.printf("%nThe smallest run found that still violates it:%n  %s%n", shown);
    for (Event event : shown.evidence()) {
      out.println("  " + EventLines.write(event));
    }
    out.printf(
        "%nTo run it again:%n  %s%n", "./taskforge chaos simulate " + arguments(shrunk.plan()));
  }

  private String arguments(Plan plan) {
    List<String> arguments = new ArrayList<>(List.of("--seeds", Long.toString(plan.seed())));
    if (bug != null) {
      arguments.addAll(List.of("--bug", bug));
    }
    arguments.addAll(List.of("--jobs", Integer.toString(plan.jobs())));
    arguments.addAll(List.of("--nodes", Integer.toString(plan.nodes())));
    arguments.addAll(List.of("--seconds", Integer.toString(plan.seconds())));
    Set<Chaos> missing = EnumSet.allOf(Chaos.class);
    missing.removeAll(plan.chaos());
    if (!missing.isEmpty()) {
      arguments.add("--without");
      arguments.add(String.join(",", missing.stream().map(Chaos::name).toList()));
    }
    return String.join(" ", arguments);
  }
}
