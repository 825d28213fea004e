package io.taskforge.simulator.check;

import io.taskforge.destination.DestinationAccess;
import io.taskforge.simulator.check.Event.DestinationSeen;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Holds of destinations (I15): a node that knows that a destination is closed claims none of its
 * jobs, and while it is probed no AT_MOST_ONCE job.
 */
final class DestinationRules {
  private final Findings findings;
  private final Duration slack;
  private final Map<String, Map<String, DestinationSeen>> known = new HashMap<>(); // by node

  DestinationRules(Findings findings, Duration slack) {
    this.findings = findings;
    this.slack = slack;
  }

  void seen(DestinationSeen event) {
    known.computeIfAbsent(event.node(), node -> new HashMap<>()).put(event.destination(), event);
  }

  void claimed(Event.Claimed event, JobRecord job) {
    String destination = job.wanted.destination();
    DestinationSeen seen =
        destination == null ? null : known.getOrDefault(event.node(), Map.of()).get(destination);
    if (seen == null || seen.at().plus(slack).isAfter(event.began())) {
      return;
    }
    boolean once = job.wanted.atMostOnce();
    if (seen.access() == DestinationAccess.CLOSED) {
      unsafe(event, job, seen, "claimed");
    } else if (seen.access() == DestinationAccess.PROBES && once) {
      unsafe(event, job, seen, "AT_MOST_ONCE, but claimed as a probe");
    }
  }

  private void unsafe(Event event, JobRecord job, DestinationSeen seen, String what) {
    findings.unsafe(
        Invariant.I15,
        job,
        event,
        "%s although its node knows since %s that %s is %s"
            .formatted(what, seen.at(), seen.destination(), seen.access()));
  }
}
