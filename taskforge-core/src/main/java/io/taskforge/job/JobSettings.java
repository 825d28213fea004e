package io.taskforge.job;

import io.taskforge.text.BoundedText;
import io.taskforge.value.Name;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a job is to be run.
 *
 * @param priority from {@value #LOWEST_PRIORITY} to {@value #HIGHEST_PRIORITY}; higher goes first
 * @param retryPolicy the job's own policy as JSON, or null for its type's, its queue's or the
 *     default
 * @param limits how long the job may take
 * @param origin who enqueued it
 * @param laneKey divides waiting jobs into lanes, for instance by customer or destination; empty by
 *     default
 * @param tags at most {@value #MAX_TAGS} words to find the job by, in order. A claimed job has
 *     none: claims don't read them
 */
public record JobSettings(
    int priority,
    Guarantee guarantee,
    @Nullable String retryPolicy,
    TimeLimits limits,
    Origin origin,
    String laneKey,
    List<String> tags) {
  public static final int LOWEST_PRIORITY = -1000;
  public static final int HIGHEST_PRIORITY = 1000;
  public static final int MAX_TAGS = 8;

  /** What a lane key begins with if its rest is the name of a destination. */
  public static final String DESTINATION = "destination:";

  private static final int MAX_LANE_KEY = 300;
  private static final Pattern TAG = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._:/@=+-]{0,63}");
  // AT_MOST_ONCE jobs have lanes of their own, because they must not be probes of a destination.
  private static final String ONCE = "#once";
  // The last character: stores use it to step over all keys of a type.
  private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

  /** Priority 0, AT_LEAST_ONCE, and nothing else specified. */
  public static final JobSettings DEFAULT =
      new JobSettings(0, Guarantee.AT_LEAST_ONCE, null, null, null, null);

  public JobSettings {
    if (priority < LOWEST_PRIORITY || priority > HIGHEST_PRIORITY) {
      throw new IllegalArgumentException(
          "priority must be from %d to %d but was %d"
              .formatted(LOWEST_PRIORITY, HIGHEST_PRIORITY, priority));
    }
    String key = withoutGuarantee(laneKey);
    laneKey = guarantee == Guarantee.AT_MOST_ONCE ? key + ONCE : laneKey;
    if (!key.equals(BoundedText.of(key, MAX_LANE_KEY)) || key.startsWith(LAST)) {
      throw new IllegalArgumentException(
          "key must be at most %d bytes of well-formed text without NUL but was '%s'"
              .formatted(MAX_LANE_KEY, BoundedText.of(key, MAX_LANE_KEY)));
    }
    tags =
        tags.isEmpty()
            ? List.of()
            : tags.stream().map(JobSettings::checkedTag).distinct().sorted().toList();
    if (tags.size() > MAX_TAGS) {
      throw new IllegalArgumentException(
          "a job has at most %d tags but got %d".formatted(MAX_TAGS, tags.size()));
    }
  }

  /** The settings of a job that no schedule enqueued, without a lane key, a trace and tags. */
  public JobSettings(
      int priority,
      Guarantee guarantee,
      @Nullable String retryPolicy,
      @Nullable Duration timeout,
      @Nullable Instant deadline,
      @Nullable IdempotencyKey idempotencyKey) {
    this(
        priority,
        guarantee,
        retryPolicy,
        new TimeLimits(timeout, deadline),
        new Origin(idempotencyKey, null, null),
        "",
        List.of());
  }

  /** How long its handler may run, or null for the type's or worker's. */
  public @Nullable Duration timeout() {
    return limits.timeout;
  }

  /** No attempt starts after it; null if there is no deadline. */
  public @Nullable Instant deadline() {
    return limits.deadline;
  }

  /** The key that its tenant uses for one job only, or null. */
  public @Nullable IdempotencyKey idempotencyKey() {
    return origin.idempotencyKey;
  }

  /** The schedule of the job's tenant that enqueued it, or null. */
  public @Nullable ScheduleId schedule() {
    return origin.schedule;
  }

  /** The trace that the job continues, or null. */
  public @Nullable TraceContext trace() {
    return origin.trace;
  }

  /** Whether a lane has AT_MOST_ONCE jobs. */
  public static boolean isOfJobsThatRunOnce(String laneKey) {
    return laneKey.endsWith(ONCE);
  }

  /** The key that a job was given, of the key of its lane. */
  public static String withoutGuarantee(String laneKey) {
    return laneKey.endsWith(ONCE)
        ? laneKey.substring(0, laneKey.length() - ONCE.length())
        : laneKey;
  }

  /** Returns these settings with the key of the job's lane. */
  public JobSettings laneKey(String key) {
    return new JobSettings(priority, guarantee, retryPolicy, limits, origin, key, tags);
  }

  /** Returns these settings with the trace that the job continues, or without one. */
  public JobSettings trace(@Nullable TraceContext continued) {
    return new JobSettings(
        priority,
        guarantee,
        retryPolicy,
        limits,
        new Origin(origin.idempotencyKey, origin.schedule, continued),
        laneKey,
        tags);
  }

  /** Returns these settings with these tags instead. */
  public JobSettings tags(Collection<String> all) {
    return new JobSettings(
        priority, guarantee, retryPolicy, limits, origin, laneKey, List.copyOf(all));
  }

  /**
   * Returns {@code tag} if it is one: 1 to 64 letters, digits and {@code ._:/@=+-}, beginning with
   * a letter or a digit.
   *
   * @throws IllegalArgumentException if it is not
   */
  public static String checkedTag(String tag) {
    Name.check("tag", TAG, tag);
    return tag;
  }

  /**
   * How long a job may take.
   *
   * @param timeout how long its handler may run, or null for the type's or worker's
   * @param deadline no attempt starts after it, or null
   */
  public record TimeLimits(@Nullable Duration timeout, @Nullable Instant deadline) {
    public TimeLimits {
      if (timeout != null && timeout.compareTo(Duration.ofMillis(1)) < 0) {
        throw new IllegalArgumentException("timeout must be at least 1 ms but was " + timeout);
      }
      // Stores keep microseconds; truncated here, so that all stores return the same value.
      timeout = timeout == null ? null : timeout.truncatedTo(ChronoUnit.MICROS);
      deadline = deadline == null ? null : deadline.truncatedTo(ChronoUnit.MICROS);
    }
  }

  /**
   * Who enqueued a job.
   *
   * @param idempotencyKey the key that its tenant uses for one job only, or null
   * @param schedule the schedule of the job's tenant that enqueued it, or null
   * @param trace the trace that the job continues, or null
   */
  public record Origin(
      @Nullable IdempotencyKey idempotencyKey,
      @Nullable ScheduleId schedule,
      @Nullable TraceContext trace) {}
}
