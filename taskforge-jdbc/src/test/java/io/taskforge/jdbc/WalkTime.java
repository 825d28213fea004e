package io.taskforge.jdbc;

import java.util.function.BooleanSupplier;

/**
 * The time for random operations on a store: 30 seconds, or {@code taskforge.test.walk.seconds}.
 */
public final class WalkTime implements BooleanSupplier {
  private static final long SECONDS = Long.getLong("taskforge.test.walk.seconds", 30);

  private final long begun = System.nanoTime();

  @Override
  public boolean getAsBoolean() {
    return System.nanoTime() - begun < SECONDS * 1_000_000_000;
  }
}
