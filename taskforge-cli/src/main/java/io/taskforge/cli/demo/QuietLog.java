package io.taskforge.cli.demo;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/** Limits the log to errors while it is open, because the demo shows the other events itself. */
final class QuietLog extends TurboFilter implements AutoCloseable {
  private QuietLog() {}

  /** Installs the filter. */
  static QuietLog open() {
    QuietLog quiet = new QuietLog();
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.addTurboFilter(quiet);
    }
    return quiet;
  }

  @Override
  public FilterReply decide(
      @Nullable Marker marker,
      Logger logger,
      Level level,
      @Nullable String format,
      Object @Nullable [] params,
      @Nullable Throwable thrown) {
    return level.isGreaterOrEqual(Level.ERROR) ? FilterReply.NEUTRAL : FilterReply.DENY;
  }

  @Override
  public void close() {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.getTurboFilterList().remove(this);
    }
  }
}
