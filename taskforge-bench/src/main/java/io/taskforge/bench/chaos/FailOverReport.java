package io.taskforge.bench.chaos;

import io.taskforge.cli.output.Console;
import io.taskforge.json.strict.Json;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.Event.EnqueueAnswered;
import io.taskforge.simulator.check.Invariant;
import io.taskforge.simulator.check.Violation;
import io.taskforge.store.CommitResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/** What a fail-over did to the jobs. */
record FailOverReport(
    List<Event> history,
    List<Violation> violations,
    FailOver.Figures figures,
    boolean synchronous,
    Path out) {
  private static final double RESUMED_WITHIN = 5;
  private static final int MOST_CONNECTIONS = 2; // times those before
  private static final int MAX_SHOWN = 10;
  private static final Set<Invariant> REPORTED =
      EnumSet.of(Invariant.I1, Invariant.I4, Invariant.I13);

  /** Why the run has failed; empty if it has not. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    if (!synchronous) {
      if (violationsOf(Invariant.I1) == 0) {
        faults.add(
            "the control lost no acknowledged job, so runs with synchronous replication that lose"
                + " none prove nothing");
      }
      return faults;
    }
    if (!violations.isEmpty()) {
      faults.add("broken promises: %d".formatted(violations.size()));
    }
    if (!figures.ended()) {
      faults.add("not all jobs ended");
    }
    if (!figures.returned()) {
      faults.add("the killed server did not return as a standby");
    }
    double resumed = Math.max(untilAcknowledged(), untilFinished());
    if (resumed > RESUMED_WITHIN) {
      faults.add(
          "work resumed %s s after the promotion, at most %s s are allowed"
              .formatted(resumed, RESUMED_WITHIN));
    }
    if (figures.connectionsAfter() > MOST_CONNECTIONS * figures.connectionsBefore()) {
      faults.add(
          "%d connections after the fail-over, at most %d times the %d before are allowed"
              .formatted(
                  figures.connectionsAfter(), MOST_CONNECTIONS, figures.connectionsBefore()));
    }
    return faults;
  }

  private double untilAcknowledged() {
    return afterPromotion(EnqueueAnswered.class::isInstance);
  }

  private double untilFinished() {
    return afterPromotion(
        event ->
            event instanceof Event.Committed committed
                && committed.result() == CommitResult.COMMITTED);
  }

  void write(Console console, boolean asJson) throws IOException {
    ObjectNode report = json();
    Files.writeString(out.resolve("report.json"), Json.write(report));
    Files.write(
        out.resolve("violations.txt"), violations.stream().map(Violation::toString).toList());
    if (asJson) {
      console.out().println(Json.write(report));
    } else {
      report
          .properties()
          .forEach(each -> console.out().printf("%-45s %s%n", each.getKey(), each.getValue()));
      violations.stream().limit(MAX_SHOWN).forEach(each -> console.out().println("  " + each));
    }
    faults().forEach(fault -> console.err().println("failed: " + fault));
    console.err().println("wrote " + out);
  }

  private ObjectNode json() {
    ObjectNode report = Json.object().put("clean", faults().isEmpty());
    report.put(
        "acknowledged jobs",
        history.stream()
            .filter(EnqueueAnswered.class::isInstance)
            .flatMap(event -> ((EnqueueAnswered) event).jobs().stream())
            .distinct()
            .count());
    report.put("acknowledged jobs lost", violationsOf(Invariant.I1));
    report.put("jobs that have not ended", violationsOf(Invariant.I13));
    report.put("stale commits", violationsOf(Invariant.I4));
    report.put("other violations", others());
    report.put(
        "seconds from the kill to the promotion",
        seconds(figures.killedAt(), figures.promotedAt()));
    report.put("seconds from the promotion to an acknowledgement", untilAcknowledged());
    report.put("seconds from the promotion to a finished job", untilFinished());
    report.put("connections before, at most", figures.connectionsBefore());
    report.put("connections after, at most", figures.connectionsAfter());
    report.put("killed server returned", figures.returned());
    report.put("all jobs ended", figures.ended());
    return report;
  }

  private long violationsOf(Invariant invariant) {
    // That a job which is late was acknowledged is no other violation.
    return violations.stream()
        .filter(each -> each.invariant() == invariant)
        .filter(each -> invariant != Invariant.I1 || each.kind() == Violation.Kind.SAFETY)
        .count();
  }

  private long others() {
    return violations.stream().filter(each -> !REPORTED.contains(each.invariant())).count();
  }

  private static double seconds(Instant from, Instant to) {
    return Duration.between(from, to).toMillis() / 1e3;
  }

  /** Seconds from the promotion to the first such event, or infinity. */
  private double afterPromotion(Predicate<Event> isSuch) {
    return history.stream()
        .filter(event -> event.at().isAfter(figures.promotedAt()) && isSuch.test(event))
        .findFirst()
        .map(event -> seconds(figures.promotedAt(), event.at()))
        .orElse(Double.POSITIVE_INFINITY);
  }
}
