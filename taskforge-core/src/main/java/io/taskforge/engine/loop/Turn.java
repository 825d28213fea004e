package io.taskforge.engine.loop;

import java.time.Duration;

/** One round of a duty. */
@FunctionalInterface
public interface Turn {
  /** Does one round and returns how long to wait before the next; zero for at once. */
  Duration turn();
}
