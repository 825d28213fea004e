package io.taskforge.destination;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A time in which a destination was not called freely: its breaker was open or half-open, it was
 * held, or its backlog was released at a limited rate. Jobs that waited for it were held.
 *
 * @param until null while it lasts
 */
public record Closure(Instant from, @Nullable Instant until) {
  /** The number of closures that a destination remembers. */
  static final int MAX = 20;

  /** How much of the time between two instants was within closures. */
  public static Duration within(List<Closure> closures, Instant from, Instant to) {
    Duration sum = Duration.ZERO;
    for (Closure each : closures) {
      Instant begin = each.from.isAfter(from) ? each.from : from;
      Instant end = each.until == null || each.until.isAfter(to) ? to : each.until;
      sum = end.isAfter(begin) ? sum.plus(Duration.between(begin, end)) : sum;
    }
    return sum;
  }

  static List<Closure> begun(List<Closure> closures, Instant now) {
    List<Closure> all = new ArrayList<>(closures);
    if (!all.isEmpty() && all.get(all.size() - 1).until == null) {
      return all;
    }
    all.add(new Closure(now, null));
    return all.size() > MAX ? all.subList(all.size() - MAX, all.size()) : all;
  }

  static List<Closure> ended(List<Closure> closures, Instant now) {
    List<Closure> all = new ArrayList<>(closures);
    int last = all.size() - 1;
    if (last >= 0 && all.get(last).until == null) {
      all.set(last, new Closure(all.get(last).from, now));
    }
    return all;
  }
}
