package io.taskforge.bench;

import io.taskforge.retry.Jitter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures every kind of retry decision, prints what each costs, and exits with 1 if one costs more
 * than it may. {@code --quick} measures the most expensive kinds only.
 */
public final class DecisionCost {
  private DecisionCost() {}

  public static void main(String[] args) throws RunnerException {
    List<String> arguments = List.of(args);
    if (!Set.of("--quick").containsAll(arguments)) {
      System.err.println("usage: decision [--quick]");
      System.exit(2);
    }
    List<Cost> costs = new ArrayList<>();
    for (Options group : arguments.isEmpty() ? everything() : worst()) {
      for (RunResult result : new Runner(group).run()) {
        costs.add(cost(result));
      }
    }
    System.exit(report(costs));
  }

  /** Every strategy with every jitter where most has to be looked at; then each circumstance. */
  private static List<Options> everything() {
    return List.of(
        group(
            EnumSet.allOf(Strategy.class),
            EnumSet.allOf(Jitter.Type.class),
            EnumSet.of(Circumstance.ALL_TOGETHER)),
        group(
            EnumSet.of(Strategy.EXPONENTIAL),
            EnumSet.of(Jitter.Type.PROPORTIONAL),
            EnumSet.complementOf(EnumSet.of(Circumstance.ALL_TOGETHER))));
  }

  private static List<Options> worst() {
    return List.of(
        group(
            EnumSet.of(Strategy.EXPONENTIAL, Strategy.FIBONACCI),
            EnumSet.of(Jitter.Type.PROPORTIONAL, Jitter.Type.DECORRELATED),
            EnumSet.of(Circumstance.ALL_TOGETHER, Circumstance.EXHAUSTED)));
  }

  private static Options group(
      Set<Strategy> strategies, Set<Jitter.Type> jitters, Set<Circumstance> circumstances) {
    return new OptionsBuilder()
        .include("\\." + DecisionBenchmark.class.getSimpleName() + "\\.")
        .param("strategy", names(strategies))
        .param("jitter", names(jitters))
        .param("circumstance", names(circumstances))
        .addProfiler(GCProfiler.class)
        .forks(1)
        .warmupIterations(1)
        .warmupTime(TimeValue.milliseconds(300))
        .measurementIterations(5)
        .measurementTime(TimeValue.milliseconds(100))
        // Wait for the compiler: on a busy machine a compiler in the background comes too
        // late.
        .jvmArgs("-Xms256m", "-Xmx256m", "-Xbatch")
        .shouldFailOnError(true)
        .verbosity(VerboseMode.SILENT)
        .build();
  }

  private static String[] names(Collection<? extends Enum<?>> values) {
    return values.stream().map(Enum::name).toArray(String[]::new);
  }

  private static Cost cost(RunResult result) {
    BenchmarkParams params = result.getParams();
    String name =
        String.join(
            " ",
            params.getParam("strategy"),
            params.getParam("jitter"),
            params.getParam("circumstance"),
            "r=" + params.getParam("retry"));
    Result<?> bytes = result.getSecondaryResults().get("gc.alloc.rate.norm");
    // The median of the iterations: another process's turn on the core is no cost of a decision.
    return new Cost(
        name,
        result.getPrimaryResult().getStatistics().getPercentile(50),
        bytes == null ? Double.NaN : bytes.getScore());
  }

  private static int report(List<Cost> costs) {
    System.out.printf("%-56s %8s %8s%n", "decision", "ns/op", "B/op");
    costs.forEach(System.out::println);
    long above = costs.stream().filter(Cost::tooHigh).count();
    System.out.printf(
        "%d of %d cases above %.0f ns or %.0f B%n",
        above, costs.size(), Cost.MAX_NANOS, Cost.MAX_BYTES);
    return costs.isEmpty() || above > 0 ? 1 : 0;
  }
}
