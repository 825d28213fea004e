package io.taskforge.engine.loop;

import java.time.Duration;

/** One pass of a background task. */
@FunctionalInterface
public interface Turn {
  /** Does one pass and returns the pause before the next; zero for none. */
  Duration turn();
}
