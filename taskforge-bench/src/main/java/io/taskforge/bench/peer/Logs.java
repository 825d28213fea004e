package io.taskforge.bench.peer;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** The log of a measured process. */
public final class Logs {
  private Logs() {}

  /** Logs errors only: systems log each failed job, in different ways and at different costs. */
  public static void quiet() {
    ((Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)).setLevel(Level.ERROR);
  }
}
