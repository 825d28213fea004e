package io.taskforge.server.alert;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** All conditions that are not well, and how each has gone so far. Immutable. */
record Courses(Map<Condition, Course> all) {
  static final Courses NONE = new Courses(Map.of());

  Courses {
    all = Map.copyOf(all);
  }

  /** What can be told from the alerts that are open, if nothing else is known. */
  static Courses of(List<Alert> open) {
    Map<Condition, Course> courses = new TreeMap<>();
    for (Alert alert : open) {
      courses.put(
          new Condition(alert.rule(), alert.queue()), new Course(alert.since(), alert.id(), null));
    }
    return new Courses(courses);
  }

  /** How many alerts of a rule are open. */
  long open(String rule) {
    return all.entrySet().stream()
        .filter(each -> each.getKey().rule().equals(rule) && each.getValue().alert() != null)
        .count();
  }

  /** How many alerts are open. */
  long open() {
    return all.values().stream().map(Course::alert).filter(Objects::nonNull).count();
  }
}
