package io.taskforge.spring.dashboard;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Tells a GraalVM native image which files the dashboard consists of. */
final class DashboardHints implements RuntimeHintsRegistrar {
  @Override
  public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
    hints.resources().registerPattern("io/taskforge/server/dashboard/**");
  }
}
