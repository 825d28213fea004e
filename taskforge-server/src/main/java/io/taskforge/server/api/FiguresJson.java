package io.taskforge.server.api;

import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobState;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.server.http.Field;
import io.taskforge.server.http.FieldValues;
import io.taskforge.server.http.Problem;
import io.taskforge.server.http.Schema;
import io.taskforge.server.http.View;
import io.taskforge.stats.DurationBuckets;
import io.taskforge.stats.DurationHistogram;
import io.taskforge.stats.JobFigures;
import io.taskforge.stats.RetryTotals;
import io.taskforge.stats.StoreStats;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The JSON form of statistics, and the period of a request for them, in whole hours. */
final class FiguresJson {
  private record Bucket(@Nullable Duration upTo, long count) {}

  private static final View<Bucket> BUCKET =
      View.<Bucket>of("DurationBucket")
          .durationOrNull(
              "upTo", Bucket::upTo, "the longest duration of the bucket; null for the last one")
          .integer("count", Bucket::count, "the number of durations");
  static final View<DurationHistogram> HISTOGRAM =
      View.<DurationHistogram>of("DurationHistogram")
          .integer("count", DurationHistogram::count, "the number of durations")
          .number("average", h -> seconds(h.average()), "in seconds; 0 without any")
          .list("buckets", FiguresJson::buckets, BUCKET, "the number of durations by length");

  /** Keys that several views have. */
  static final View<RetryTotals> RETRIES =
      View.<RetryTotals>of("RetryTotals")
          .integer(
              "totalRetries",
              RetryTotals::total,
              "attempts that followed a failure and ended; those that succeeded, failed or were"
                  + " cancelled")
          .integer("successfulRetries", RetryTotals::successful, "retries that succeeded")
          .integer(
              "failedRetries", RetryTotals::failed, "retries that failed or lost their worker");

  /** Counts of attempts, jobs and retries. */
  static final View<JobFigures> COUNTS =
      View.<JobFigures>of("JobCounts")
          .integer("started", JobFigures::started, "attempts that were started and have ended")
          .integer("succeeded", ended(JobState.SUCCEEDED), "jobs that ended SUCCEEDED")
          .integer("failed", ended(JobState.FAILED), "jobs that ended FAILED")
          .integer("dead", ended(JobState.DEAD), "jobs that became dead letters")
          .integer(
              "cancelled",
              ended(JobState.CANCELLED),
              "jobs that were cancelled before they finished")
          .with(RETRIES, JobFigures::retries);

  /** Estimated from the buckets of the histograms. */
  static final View<JobFigures> PERCENTILES =
      View.<JobFigures>of("RunAndWaitTimes")
          .numberOrNull(
              "runTimeP50",
              f -> at(f.runTimes(), 0.5),
              "the median, in seconds, of run times; null without any")
          .numberOrNull(
              "runTimeP95", f -> at(f.runTimes(), 0.95), "the 95th percentile of run times")
          .numberOrNull(
              "waitP50",
              f -> at(f.waits(), 0.5),
              "the median, in seconds, of the time from due to started; null without any")
          .numberOrNull("waitP95", f -> at(f.waits(), 0.95), "the 95th percentile of that time");

  static final View<JobFigures> FIGURES =
      View.<JobFigures>of("JobFigures")
          .with(COUNTS, f -> f)
          .key(
              "failuresByKind",
              JobFigures::failures,
              counts("FailuresByKind", FailureKind.values(), "failures"),
              "failed attempts by kind of failure")
          .with(PERCENTILES, f -> f)
          .number("avgRunTime", f -> seconds(f.runTimes().average()), "in seconds; 0 without any")
          .number(
              "avgRetryDelay",
              f -> seconds(f.retryDelays().average()),
              "in seconds; 0 without any");

  static final Schema JOBS_BY_STATE = counts("JobsByState", JobState.values(), "jobs");

  private FiguresJson() {}

  private static View.Value<JobFigures> ended(JobState state) {
    return figures -> figures.ended().get(state);
  }

  private static Schema counts(String name, Enum<?>[] keys, String what) {
    Schema counts = Schema.object(name);
    for (Enum<?> key : keys) {
      counts.required(key.name(), Schema.integer(), what + " that are " + key);
    }
    return counts;
  }

  static Map<JobState, Long> jobsByState(StoreStats stats) {
    Map<JobState, Long> jobs = new EnumMap<>(JobState.class);
    for (JobState state : JobState.values()) {
      jobs.put(state, stats.jobsByState().getOrDefault(state, 0L));
    }
    return jobs;
  }

  private static List<Bucket> buckets(DurationHistogram histogram) {
    List<Duration> bounds = DurationBuckets.BOUNDS;
    return IntStream.range(0, histogram.counts().size())
        .mapToObj(
            i -> new Bucket(i == bounds.size() ? null : bounds.get(i), histogram.counts().get(i)))
        .toList();
  }

  private static @Nullable Double at(DurationHistogram histogram, double part) {
    Duration duration = histogram.percentile(part);
    return duration == null ? null : (Double) seconds(duration);
  }

  static double seconds(Duration duration) {
    return duration.getSeconds() + duration.getNano() / 1e9;
  }

  private static final Duration DEFAULT_PERIOD = Duration.ofHours(24);
  private static final Duration MAX_PERIOD = Duration.ofDays(3_660);
  static final Field<Instant> FROM =
      Field.time(
          "from",
          "the start of the period, rounded down to the hour; 24h before its end if not given");
  static final Field<Instant> TO =
      Field.time(
          "to", "the end of the period, exclusive, rounded up to the hour; now if not given");

  /** Returns all statistics of a request's period. */
  static StatisticsFilter period(FieldValues query, Instant now) {
    Instant to = query.get(TO, now);
    @Nullable Instant given = query.get(FROM);
    Instant from = given == null ? to.minus(DEFAULT_PERIOD) : given;
    if (from.isAfter(to)) {
      throw invalid(from, "must not be after to, which is " + to);
    }
    if (Duration.between(from, to).compareTo(MAX_PERIOD) > 0) {
      throw invalid(from, "must be at most " + MAX_PERIOD.toDays() + " days before to: " + to);
    }
    return StatisticsFilter.of(from, to);
  }

  private static RuntimeException invalid(Instant from, String rule) {
    return Problem.invalid(FROM.name(), from.toString(), rule);
  }
}
