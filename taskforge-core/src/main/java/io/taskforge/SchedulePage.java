package io.taskforge;

import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.StoredSchedule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of many schedules.
 *
 * @param items by tenant and id
 * @param next where the next page begins, or null on the last
 */
public record SchedulePage(List<StoredSchedule> items, @Nullable ScheduleKey next) {
  public SchedulePage {
    items = List.copyOf(items);
  }
}
