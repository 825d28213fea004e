package io.taskforge.server.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What is to be done after a look at all queues. Pure: it follows from how things were, what was
 * seen, and the time.
 *
 * @param after how things are from now on
 * @param raised alerts to be raised
 * @param resolved ids of alerts to be resolved
 * @param heldBack how many more would be raised, if not so many were open already
 */
record Decision(Courses after, List<Alert> raised, List<String> resolved, int heldBack) {
  /** How many alerts are open at most. */
  static final int MOST_OPEN = 400;

  // What is only suspected is forgotten beyond this: the courses must fit into one document.
  private static final int MOST_BEGUN = 400;

  /** For how long a value must have been well below its bound before its alert is resolved. */
  static final Duration CLEAR_FOR = Duration.ofMinutes(1);

  Decision {
    raised = List.copyOf(raised);
    resolved = List.copyOf(resolved);
  }

  static Decision of(Courses before, List<Judged> seen, Instant now) {
    Map<Condition, Course> after = new TreeMap<>();
    List<Alert> raised = new ArrayList<>();
    List<String> resolved = new ArrayList<>();
    long open = before.open();
    Map<Condition, Course> unseen = new TreeMap<>(before.all());
    int begun = 0;
    int heldBack = 0;
    for (Judged judged : worstFirst(seen)) {
      Condition condition = judged.condition();
      Course course = unseen.remove(condition);
      if (course != null && course.alert() != null) {
        Course next = next(course, judged.verdict().standing(), now);
        if (isWell(next, now)) {
          resolved.add(course.alert());
        } else {
          after.put(condition, next);
        }
      } else if (judged.verdict().standing() == Verdict.Standing.OVER) {
        Course over = course == null ? Course.begun(now) : course;
        boolean ripe = isRipe(judged.settings().hold(), Duration.between(over.since(), now));
        if (ripe && open + raised.size() < MOST_OPEN) {
          Alert alert = alert(judged, over.since(), now);
          raised.add(alert);
          after.put(condition, over.raised(alert.id()));
        } else {
          heldBack += ripe ? 1 : 0;
          if (begun < MOST_BEGUN) {
            after.put(condition, over);
            begun++;
          }
        }
      }
    }
    // Of a rule that this version does not know; nobody would ever find it well.
    unseen.values().stream()
        .flatMap(course -> Stream.ofNullable(course.alert()))
        .forEach(resolved::add);
    return new Decision(new Courses(after), raised, resolved, heldBack);
  }

  /** If not all can be raised, then the worst. */
  private static List<Judged> worstFirst(List<Judged> seen) {
    return seen.stream()
        .sorted(
            Comparator.comparing((Judged judged) -> judged.rule().severity())
                .reversed()
                .thenComparing(Judged::condition))
        .toList();
  }

  private static Course next(Course course, Verdict.Standing standing, Instant now) {
    return standing == Verdict.Standing.CLEAR ? course.clear(now) : course.notClear();
  }

  private static boolean isWell(Course course, Instant now) {
    Instant clear = course.clearSince();
    return clear != null && Duration.between(clear, now).compareTo(CLEAR_FOR) >= 0;
  }

  private static boolean isRipe(Duration hold, Duration held) {
    return hold.isZero() || held.compareTo(hold) > 0;
  }

  private static Alert alert(Judged judged, Instant since, Instant now) {
    AlertRule rule = judged.rule();
    String text =
        "%s. %s"
            .formatted(
                rule.text(judged.figures(), judged.settings(), Duration.between(since, now)),
                rule.advice(judged.queue()));
    return new Alert(
        Alert.idOf(judged.condition(), since),
        rule.name(),
        judged.queue(),
        rule.severity(),
        text,
        judged.verdict().value(),
        judged.settings().threshold(),
        since,
        now,
        null,
        null,
        null,
        null);
  }
}
