package io.taskforge.metrics;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The values that one tag may take: the first {@value #MOST} that come, and {@code other} for the
 * rest, so that no program can grow its metrics without end by naming queues or types. Thread-safe.
 */
final class TagValues {
  static final int MOST = 100;
  static final String OTHER = "other";

  private final Set<String> known = ConcurrentHashMap.newKeySet();

  String of(String value) {
    if (known.contains(value)) {
      return value;
    }
    synchronized (this) {
      if (known.size() < MOST) {
        known.add(value);
      }
    }
    return known.contains(value) ? value : OTHER;
  }
}
