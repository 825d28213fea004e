package io.taskforge.architecture.broken.cycle.egg;

import io.taskforge.architecture.broken.cycle.chicken.Chicken;
import org.jspecify.annotations.Nullable;

/** Half of a cycle of two packages. */
public final class Egg {
  @Nullable Chicken other;
}
