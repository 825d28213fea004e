package io.taskforge.architecture.broken.cycle.chicken;

import io.taskforge.architecture.broken.cycle.egg.Egg;
import org.jspecify.annotations.Nullable;

/** Half of a cycle of two packages. */
public final class Chicken {
  @Nullable Egg other;
}
