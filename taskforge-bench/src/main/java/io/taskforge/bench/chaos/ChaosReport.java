package io.taskforge.bench.chaos;

import io.taskforge.bench.chart.LineChart;
import io.taskforge.bench.chart.LineChart.Point;
import io.taskforge.cli.output.Console;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobState;
import io.taskforge.json.strict.Json;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.Event.Ending;
import io.taskforge.simulator.check.Event.Fault;
import io.taskforge.simulator.check.EventLines;
import io.taskforge.simulator.check.Violation;
import io.taskforge.store.CommitResult;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What happened in a run.
 *
 * @param history all events, in order
 * @param drained how many seconds the last jobs took after the faults, or infinity
 */
record ChaosReport(
    long seed, List<Event> history, List<Violation> violations, double drained, Path out) {
  private static final int MAX_SHOWN = 10;

  boolean isClean() {
    return violations.isEmpty() && effectless() == 0 && Double.isFinite(drained);
  }

  /** Writes the report and a chart, and prints one of its forms. */
  void write(Console console, boolean asJson) throws IOException {
    ObjectNode report = json();
    Files.writeString(out.resolve("report.json"), Json.write(report));
    Files.writeString(out.resolve("completions.svg"), chart());
    Files.write(
        out.resolve("violations.txt"), violations.stream().flatMap(ChaosReport::lines).toList());
    if (asJson) {
      console.out().println(Json.write(report));
    } else {
      print(console.out(), report);
    }
    console.err().println("wrote " + out);
  }

  private static java.util.stream.Stream<String> lines(Violation violation) {
    List<String> lines = new ArrayList<>(List.of(violation.toString()));
    violation.evidence().stream()
        .filter(event -> !(event instanceof Event.Snapshot)) // of all jobs
        .forEach(event -> lines.add("  " + EventLines.write(event)));
    return lines.stream();
  }

  private ObjectNode json() {
    ObjectNode report = Json.object().put("seed", seed).put("clean", isClean());
    report.put("drainSeconds", drained);
    ObjectNode faults = report.putObject("faults");
    faults().forEach(faults::put);
    ObjectNode jobs = report.putObject("jobs");
    jobs().forEach(jobs::put);
    ObjectNode runs = report.putObject("runs");
    runs().forEach(runs::put);
    ArrayNode found = report.putArray("violations");
    for (Violation each : violations) {
      found
          .addObject()
          .put("invariant", each.invariant().name())
          .put("kind", each.kind().name())
          .put("message", each.message());
    }
    return report;
  }

  private void print(PrintWriter to, ObjectNode report) {
    for (String part : List.of("faults", "jobs", "runs")) {
      to.println(part);
      report
          .get(part)
          .properties()
          .forEach(
              each ->
                  to.printf(
                      Locale.ROOT, "  %-40s %,10d%n", each.getKey(), each.getValue().longValue()));
    }
    to.printf(Locale.ROOT, "all jobs ended %.1f s after the faults%n", drained);
    if (violations.isEmpty()) {
      to.println("no violation");
      return;
    }
    to.printf("%d violations, see violations.txt:%n", violations.size());
    violations.stream().limit(MAX_SHOWN).forEach(each -> to.println("  " + each));
  }

  private Map<String, Long> faults() {
    Map<String, Long> counts = new TreeMap<>();
    for (Event event : history) {
      if (event instanceof Fault fault) {
        counts.merge(fault.what().replaceAll(" \\d+:", ":"), 1L, Long::sum);
      } else if (event instanceof Event.NodeChanged node && !node.why().isEmpty()) {
        counts.merge("worker: " + node.why(), 1L, Long::sum);
      }
    }
    return counts;
  }

  private Map<String, Long> jobs() {
    Map<String, Long> counts = new TreeMap<>();
    Set<String> poison = new HashSet<>();
    Set<String> killers = new HashSet<>();
    for (Event event : history) {
      if (event instanceof Event.EnqueueAnswered answered) {
        counts.merge("acknowledged", (long) answered.jobs().size(), Long::sum);
      } else if (event instanceof Event.EnqueueUnknown) {
        counts.merge("enqueue calls without an answer", 1L, Long::sum);
      } else if (event instanceof Event.EnqueueCalled called) {
        called.jobs().stream()
            .filter(job -> job.payload().endsWith(ChaosWorker.KILLER + '"'))
            .forEach(job -> killers.add(job.job()));
      } else if (event instanceof Event.Committed committed && committed.poison()) {
        poison.add(committed.job());
      } else if (event instanceof Event.Snapshot snapshot) {
        for (Event.Seen seen : snapshot.jobs()) {
          counts.merge("ended as " + seen.state(), 1L, Long::sum);
        }
      }
    }
    counts.put("that kill their workers", (long) killers.size());
    counts.put("given up as poison", (long) poison.size());
    poison.removeAll(killers);
    counts.put("given up as poison, innocent", (long) poison.size());
    counts.put("succeeded without an effect", effectless());
    return counts;
  }

  private Map<String, Long> runs() {
    Map<String, Long> counts = new TreeMap<>();
    Map<String, Integer> effects = new HashMap<>();
    for (Event event : history) {
      String what = event.getClass().getSimpleName();
      if (event instanceof Event.Committed committed) {
        what += committed.result() == CommitResult.LEASE_LOST ? ", rejected as stale" : "";
        if (committed.status() == AttemptStatus.INTERRUPTED) {
          what += ", interrupted";
        }
      } else if (event instanceof Event.Ended ended && ended.how() == Ending.DONE) {
        effects.merge(ended.job(), 1, Integer::sum);
      }
      if (event instanceof Event.Committed
          || event instanceof Event.CommitUnknown
          || event instanceof Event.ClaimUnknown
          || event instanceof Event.Claimed
          || event instanceof Event.Rescued
          || event instanceof Event.Started) {
        counts.merge(what, 1L, Long::sum);
      }
    }
    counts.put("effects", effects.values().stream().mapToLong(each -> each).sum());
    counts.put(
        "jobs with more than one effect",
        effects.values().stream().filter(count -> count > 1).count());
    return counts;
  }

  /** How many jobs are SUCCEEDED although no handler says that it has done them. */
  private long effectless() {
    Set<String> done = new HashSet<>();
    long count = 0;
    for (Event event : history) {
      if (event instanceof Event.Ended ended && ended.how() == Ending.DONE) {
        done.add(ended.job());
      } else if (event instanceof Event.Snapshot snapshot) {
        count +=
            snapshot.jobs().stream()
                .filter(seen -> seen.state() == JobState.SUCCEEDED && !done.contains(seen.job()))
                .count();
      }
    }
    return count;
  }

  private String chart() {
    Instant start = history.get(0).at();
    Map<Long, Integer> bySecond = new TreeMap<>();
    double end = 0;
    for (Event event : history) {
      double at = Duration.between(start, event.at()).toMillis() / 1e3;
      if (event instanceof Event.Committed committed
          && committed.status() == AttemptStatus.SUCCEEDED) {
        bySecond.merge((long) at, 1, Integer::sum);
      } else if (event instanceof Event.FaultsStopped) {
        end = at;
      }
    }
    List<Point> points = new ArrayList<>();
    bySecond.forEach((second, count) -> points.add(new Point(second, count)));
    return LineChart.svg("chaos: completions per second", points, 0, end);
  }
}
