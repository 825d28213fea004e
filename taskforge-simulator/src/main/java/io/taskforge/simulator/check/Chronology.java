package io.taskforge.simulator.check;

import io.taskforge.simulator.check.Event.Claimed;
import io.taskforge.simulator.check.Event.NodeChange;
import io.taskforge.simulator.check.Event.Rescued;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Puts the events of several processes into an order in which they can have happened.
 *
 * <p>A process can be stopped or killed after the store did what it asked for and before it has
 * recorded that. So a claim is moved to an earlier time, but not before its call began, if another
 * process had a later lease on the job by then; and what a killed process may have done without a
 * record of it becomes unknown. An order that no such reason explains stays wrong, and the checker
 * reports it.
 */
public final class Chronology {
  private static final Duration TICK = Duration.ofNanos(1);

  private Chronology() {}

  /**
   * Returns all events in order.
   *
   * @param lease the lease duration of all workers
   */
  public static List<Event> order(List<Event> events, Duration lease) {
    List<Event> ordered = withConcurrentChanges(events);
    addUnknowns(ordered);
    moveClaims(ordered, lease);
    ordered.sort(Comparator.comparing(Event::at)); // stable
    return ordered;
  }

  /**
   * Other processes may have claimed or committed a job while an operator's change was under way,
   * before or after its effect: its record is uncertain until the next claim.
   */
  private static List<Event> withConcurrentChanges(List<Event> events) {
    List<Event> all = new ArrayList<>();
    for (Event event : events) {
      if (event instanceof Event.Changed changed) {
        for (Instant at : List.of(changed.began(), changed.at())) {
          all.add(new Event.ChangeUnknown(at, changed.node(), changed.job()));
        }
      }
      all.add(event);
    }
    return all;
  }

  private record Run(String node, String job, long token) {}

  /** What a killed node has begun and not recorded the end of may have been committed. */
  private static void addUnknowns(List<Event> events) {
    Map<String, Instant> crashed = new HashMap<>();
    for (Event event : events) {
      if (event instanceof Event.NodeChanged changed && changed.change() == NodeChange.CRASHED) {
        crashed.put(changed.node(), changed.at());
      }
    }
    Map<Run, Instant> open = new LinkedHashMap<>();
    for (Event event : events) {
      if (!crashed.containsKey(event.node())) {
        continue;
      }
      Instant here = event.at();
      if (event instanceof Claimed claimed) {
        open.put(new Run(event.node(), claimed.job(), claimed.token()), here);
      } else if (event instanceof Rescued rescued) {
        open.put(new Run(event.node(), rescued.job(), rescued.token()), here);
      } else if (event instanceof Event.Ended ended) {
        open.put(new Run(event.node(), ended.job(), ended.token()), here);
      } else if (event instanceof Event.Committed committed) {
        open.remove(new Run(event.node(), committed.job(), committed.token()));
      }
    }
    open.forEach(
        (run, at) -> events.add(new Event.CommitUnknown(at, run.node, run.job, run.token)));
    Map<String, Instant> born = new HashMap<>();
    for (Event event : events) {
      if (crashed.containsKey(event.node())) {
        born.merge(event.node(), event.at(), (a, b) -> a.isBefore(b) ? a : b);
      }
    }
    born.forEach(
        (node, at) ->
            events.add(
                new Event.ClaimUnknown(at, node, Objects.requireNonNull(crashed.get(node)))));
  }

  private record Issued(int index, long token, Instant began, Instant ended) {}

  private static void moveClaims(List<Event> events, Duration lease) {
    Map<String, List<Issued>> byJob = new HashMap<>();
    for (int i = 0; i < events.size(); i++) {
      if (events.get(i) instanceof Claimed claimed) {
        byJob
            .computeIfAbsent(claimed.job(), job -> new ArrayList<>())
            .add(new Issued(i, claimed.token(), claimed.began(), claimed.at()));
      } else if (events.get(i) instanceof Rescued rescued) {
        byJob
            .computeIfAbsent(rescued.job(), job -> new ArrayList<>())
            .add(new Issued(i, rescued.token(), rescued.expires().minus(lease), rescued.at()));
      }
    }
    for (List<Issued> leases : byJob.values()) {
      leases.sort(Comparator.comparingLong(Issued::token).reversed());
      Instant next = Instant.MAX;
      for (Issued each : leases) {
        Instant latest = next.minus(TICK);
        if (each.ended.isAfter(latest) && !latest.isBefore(each.began)) {
          events.set(each.index, at(latest, events.get(each.index)));
          next = latest;
        } else {
          next = each.ended.isBefore(next) ? each.ended : next;
        }
      }
    }
  }

  private static Event at(Instant at, Event event) {
    if (event instanceof Claimed c) {
      return new Claimed(
          at,
          c.began(),
          c.node(),
          c.job(),
          c.token(),
          c.expires(),
          c.entry(),
          c.counters(),
          c.dueAt());
    }
    Rescued r = (Rescued) event;
    return new Rescued(at, r.node(), r.job(), r.token(), r.expires());
  }
}
