package io.taskforge.server.figures;

import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.engine.loop.Turn;
import io.taskforge.job.StoreException;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.stats.AttemptCategory;
import io.taskforge.stats.AttemptTally;
import io.taskforge.stats.QueueLoad;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples the load of the store at regular intervals and keeps the samples in memory. The store
 * counts by the hour; the difference between two readings is what happened between them, on all
 * nodes. A turn costs two queries, however many jobs there are. Every node samples for itself; what
 * happened before it started is not known. Thread-safe.
 */
public final class LoadRecorder implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(LoadRecorder.class);

  /** The time between two samples. */
  public static final Duration STEP = Duration.ofSeconds(30);

  /** The time between two samples of the long history. */
  public static final Duration LONG_STEP = Duration.ofMinutes(10);

  private static final int SAMPLES = 4 * 3_600 / 30;
  private static final int LONG_SAMPLES = 14 * 24 * 6;
  private static final Duration HOUR = Duration.ofHours(1);

  private final JobStore store;
  private final Deque<LoadSample> samples = new ArrayDeque<>(); // guarded by this
  private final Deque<LoadSample> peaks = new ArrayDeque<>(); // guarded by this
  private @Nullable Reading last; // guarded by this

  /** A cell of the statistics that were read. */
  private record Cell(Instant hour, AttemptCategory category) {}

  private record Reading(Instant at, Map<Cell, AttemptTally> tallies) {}

  public LoadRecorder(JobStore store) {
    this.store = store;
  }

  @Override
  public Duration turn() {
    try {
      sample();
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e)).log("load not sampled, will retry: {}", e.getMessage());
    }
    return STEP;
  }

  private synchronized void sample() {
    Reading before = last;
    // A reading starts at the hour of the previous one, so that the end of that hour is counted.
    Instant now = store.now();
    Instant from = before == null || before.at.isBefore(now.minus(HOUR)) ? now : before.at;
    Reading reading = read(from, now);
    last = reading;
    if (before == null || from.equals(now)) {
      return;
    }
    LoadSample sample = withLoad(before.at, now, since(before, reading));
    add(samples, sample, SAMPLES);
    LoadSample peak = peaks.peekLast();
    if (peak == null || Duration.between(peak.from(), now).compareTo(LONG_STEP) > 0) {
      add(peaks, sample.withPeakOf(sample), LONG_SAMPLES);
    } else {
      peaks.removeLast();
      peaks.addLast(peak.withPeakOf(sample));
    }
  }

  private Reading read(Instant from, Instant now) {
    Map<Cell, AttemptTally> tallies = new HashMap<>();
    StatisticsFilter hours = StatisticsFilter.of(from, now.plusNanos(1)).step(HOUR);
    for (AttemptTally tally : store.queries().statistics(hours)) {
      tallies.put(new Cell(tally.start(), tally.category()), tally);
    }
    return new Reading(now, tallies);
  }

  /** Returns what was counted between two readings. */
  private static List<AttemptTally> since(Reading before, Reading now) {
    List<AttemptTally> added = new ArrayList<>();
    now.tallies.forEach(
        (cell, tally) -> {
          AttemptTally known = before.tallies.get(cell);
          if (known == null) {
            added.add(tally);
          } else if (tally.count() > known.count()) {
            added.add(
                new AttemptTally(
                    tally.start(),
                    tally.category(),
                    tally.count() - known.count(),
                    tally.runMicros() - known.runMicros(),
                    tally.delayMicros() - known.delayMicros()));
          }
        });
    return added;
  }

  private LoadSample withLoad(Instant from, Instant at, List<AttemptTally> tallies) {
    long due = 0;
    Instant oldest = null;
    for (QueueLoad load : store.queries().loads().values()) {
      for (QueueLoad.Due each : load.due().values()) {
        due += each.count();
        oldest = oldest == null || each.oldestAt().isBefore(oldest) ? each.oldestAt() : oldest;
      }
    }
    return new LoadSample(from, at, tallies, due, oldest);
  }

  private static void add(Deque<LoadSample> to, LoadSample sample, int most) {
    to.addLast(sample);
    if (to.size() > most) {
      to.removeFirst();
    }
  }

  /** Returns the samples of a period, oldest first; at most those of the last 4 hours. */
  public synchronized List<LoadSample> samples(Instant from, Instant to) {
    return samples.stream().filter(sample -> isWithin(sample, from, to)).toList();
  }

  /**
   * Returns the highest load of each {@link #LONG_STEP}, oldest first, at most those of 14 days.
   */
  public synchronized List<LoadSample> peaks(Instant from, Instant to) {
    return peaks.stream().filter(sample -> isWithin(sample, from, to)).toList();
  }

  private static boolean isWithin(LoadSample sample, Instant from, Instant to) {
    return sample.at().isAfter(from) && !sample.at().isAfter(to);
  }
}
