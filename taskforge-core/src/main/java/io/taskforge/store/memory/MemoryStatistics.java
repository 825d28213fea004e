package io.taskforge.store.memory;

import io.taskforge.job.JobState;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobPlace;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.stats.AttemptCategory;
import io.taskforge.stats.AttemptTally;
import io.taskforge.store.Settlement;
import io.taskforge.store.StatisticsCell;
import io.taskforge.store.StatisticsCell.Sums;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts history entries by hour, under the store's monitor. */
final class MemoryStatistics {
  private final Map<StatisticsCell, Sums> cells = new HashMap<>();

  private record Group(long part, int category) {}

  void count(Settlement settlement, boolean cancelled, Instant now) {
    StatisticsCell.count(cells, settlement, cancelled, now);
  }

  /** Counts a waiting job that is ended by request; the job has the queue in which it waits. */
  void countEnded(StoredJob job, JobState as, Instant now) {
    AttemptCategory category = AttemptCategory.endedWhileWaiting(job.counters.failures(), as);
    cells.merge(
        new StatisticsCell(
            StatisticsFilter.hour(now),
            job.given.tenant(),
            job.queue,
            job.given.type(),
            category.code()),
        Sums.ONE,
        Sums::plus);
  }

  List<AttemptTally> read(StatisticsFilter filter) {
    Map<Group, Sums> groups = new HashMap<>();
    cells.forEach(
        (cell, sums) -> {
          if (cell.matches(filter)) {
            long part = (cell.hour() - filter.fromHour()) / filter.stepHours();
            groups.merge(new Group(part, cell.category()), sums, Sums::plus);
          }
        });
    List<AttemptTally> tallies = new ArrayList<>(groups.size());
    groups.forEach(
        (group, sums) ->
            tallies.add(
                new AttemptTally(
                    filter.start(group.part),
                    AttemptCategory.of(group.category),
                    sums.count(),
                    sums.runMicros(),
                    sums.delayMicros())));
    return tallies;
  }

  List<JobPlace> places(@Nullable TenantId tenant, long fromHour, int most) {
    return cells.keySet().stream()
        .filter(cell -> cell.hour() >= fromHour)
        .filter(cell -> tenant == null || tenant.equals(cell.tenant()))
        .map(cell -> new JobPlace(cell.tenant(), cell.queue(), cell.type()))
        .distinct()
        .limit(most)
        .toList();
  }

  void purge(Duration kept, Instant now) {
    long oldest = StatisticsFilter.oldestHour(now.minus(kept));
    cells.keySet().removeIf(cell -> cell.hour() < oldest);
  }
}
