package io.taskforge.spring.dashboard;

import io.taskforge.server.ApiFeatures;
import org.springframework.context.SmartLifecycle;

/**
 * Evaluates alert rules while the application runs, and ends open event streams before the web
 * server waits for open requests.
 */
final class DashboardLifecycle implements SmartLifecycle {
  private static final int PHASE = DEFAULT_PHASE - 100;

  private final ApiFeatures features;
  private volatile boolean running;

  DashboardLifecycle(ApiFeatures features) {
    this.features = features;
  }

  @Override
  public void start() {
    features.start();
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    features.end();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  /** Spring 7 pauses the contexts of other tests; what has ended here can't be resumed. */
  public boolean isPauseable() {
    return false;
  }
}
