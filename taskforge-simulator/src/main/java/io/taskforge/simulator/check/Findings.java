package io.taskforge.simulator.check;

import io.taskforge.simulator.check.Violation.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects violations. Only the first of each invariant and job is kept: others follow from it. */
final class Findings {
  private static final int MAX_EVIDENCE = 60;

  private final List<Violation> found = new ArrayList<>();

  void unsafe(Invariant broken, @Nullable JobRecord job, Event event, String message) {
    add(broken, Kind.SAFETY, job, event, message);
  }

  void late(Invariant broken, @Nullable JobRecord job, Event event, String message) {
    add(broken, Kind.LIVENESS, job, event, message);
  }

  private void add(
      Invariant broken, Kind kind, @Nullable JobRecord job, Event event, String message) {
    String text = job == null ? message : "job " + job.wanted.job() + ": " + message;
    for (Violation each : found) {
      if (each.invariant() == broken && (job == null || each.message().startsWith(start(job)))) {
        return;
      }
    }
    List<Event> evidence = new ArrayList<>();
    if (job != null) {
      int size = job.events.size();
      evidence.addAll(job.events.subList(Math.max(0, size - MAX_EVIDENCE), size));
    }
    if (evidence.isEmpty() || evidence.get(evidence.size() - 1) != event) {
      evidence.add(event);
    }
    found.add(new Violation(broken, kind, text, evidence));
  }

  private static String start(JobRecord job) {
    return "job " + job.wanted.job() + ":";
  }

  List<Violation> all() {
    return List.copyOf(found);
  }
}
