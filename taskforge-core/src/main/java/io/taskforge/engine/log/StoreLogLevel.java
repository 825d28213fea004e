package io.taskforge.engine.log;

import io.taskforge.job.StoreException;
import org.slf4j.event.Level;

/** The level at which a caller that tries again logs a store's failure. */
public final class StoreLogLevel {
  private StoreLogLevel() {}

  /** Returns DEBUG during an outage, which {@code StoreHealth} has logged already, or WARN. */
  public static Level of(StoreException failure) {
    return failure.outage() == null ? Level.WARN : Level.DEBUG;
  }
}
