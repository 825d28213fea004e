package io.taskforge.spring.autoconfigure;

import io.taskforge.JobRequest;
import io.taskforge.Schedules;
import io.taskforge.TaskForge;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.StoredSchedule;
import io.taskforge.schedule.Timing;
import io.taskforge.spring.Recurring;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/**
 * Stores the schedules of {@link Recurring} handlers.
 *
 * @param beans resolves property placeholders
 */
record RecurringSchedules(
    TaskForge forge, List<HandlerBean<?>> handlers, ConfigurableBeanFactory beans) {
  private static final String DELETED = "-";

  /**
   * @throws IllegalStateException if a cron expression or a time zone is invalid
   */
  void putAll() {
    handlers.forEach(this::schedule);
  }

  private void schedule(HandlerBean<?> handler) {
    Recurring recurring = handler.recurring();
    if (recurring == null) {
      return;
    }
    String cron = resolved(recurring.cron());
    ScheduleKey key = new ScheduleKey(TenantId.DEFAULT, new ScheduleId(handler.name().value()));
    if (cron.equals(DELETED)) {
      boolean ignored = forge.schedules().delete(key);
      return;
    }
    Timing timing;
    try {
      timing = Timing.every(cron, resolved(recurring.zone()));
    } catch (RuntimeException e) { // an invalid expression or zone
      throw new IllegalStateException(
          "@Recurring of " + handler.description() + ": " + e.getMessage(), e);
    }
    put(key, timing, JobRequest.of(handler.name().value()));
  }

  /** A schedule that an operator paused stays paused, also if that happens meanwhile. */
  private void put(ScheduleKey key, Timing timing, JobRequest job) {
    Schedules schedules = forge.schedules();
    Schedule wanted = schedules.draft(key.id(), timing, job);
    boolean written = false;
    while (!written) {
      Optional<StoredSchedule> before = schedules.get(key);
      boolean paused = before.isPresent() && before.get().schedule().paused();
      written =
          schedules
              .put(paused ? wanted.pause() : wanted, before.map(StoredSchedule::version).orElse(0L))
              .isPresent();
    }
  }

  private String resolved(String text) {
    return Objects.requireNonNullElse(beans.resolveEmbeddedValue(text), text);
  }
}
