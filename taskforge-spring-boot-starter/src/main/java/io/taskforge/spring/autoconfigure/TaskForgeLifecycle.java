package io.taskforge.spring.autoconfigure;

import io.taskforge.TaskForge;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Runs jobs from the end of the application's start to the beginning of its shutdown: the phase is
 * that of message listeners, so the worker stops claiming jobs and waits for running ones while the
 * web server, executors and connection pools still work.
 */
final class TaskForgeLifecycle implements SmartLifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(TaskForgeLifecycle.class);
  private static final int PHASE = DEFAULT_PHASE - 100;

  private final TaskForge forge;
  private final RecurringSchedules schedules;
  private final boolean worker;
  private volatile State state = State.NEW;

  private enum State {
    NEW,
    RUNNING,
    STOPPED
  }

  /**
   * @param worker whether this application runs jobs
   */
  TaskForgeLifecycle(TaskForge forge, RecurringSchedules schedules, boolean worker) {
    this.forge = forge;
    this.schedules = schedules;
    this.worker = worker;
  }

  @Override
  public void start() {
    if (state == State.STOPPED) {
      LOG.warn("worker was stopped and runs no jobs until the application is started again");
      return;
    }
    if (worker) {
      schedules.putAll();
      forge.start();
    }
    state = State.RUNNING;
  }

  @Override
  public void stop() {
    state = State.STOPPED;
    forge.close();
  }

  @Override
  public boolean isRunning() {
    return state == State.RUNNING;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  /** Spring 7 pauses the contexts of other tests; a worker that was stopped can't be resumed. */
  public boolean isPauseable() {
    return false;
  }
}
