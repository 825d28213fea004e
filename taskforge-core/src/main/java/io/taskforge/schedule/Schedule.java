package io.taskforge.schedule;

import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.TenantId;
import io.taskforge.text.BoundedText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A job that is to run at times to come, and what is known of its past. Immutable.
 *
 * @param name for people, up to 200 bytes of text; empty if it has none
 * @param description for people, up to 2000 bytes of text; empty if it has none
 * @param paused whether nothing runs until it is resumed
 * @param nextRunAt its next occurrence, or null if there is none
 * @param lastRunAt the last occurrence that a job was enqueued for, or null
 * @param lastJobId that job, or null
 * @param lastSkip the last occurrences that were left out, or null
 */
public record Schedule(
    ScheduleId id,
    TenantId tenant,
    String name,
    String description,
    Timing timing,
    JobTemplate job,
    MisfirePolicy misfire,
    OverlapPolicy overlap,
    boolean paused,
    Instant createdAt,
    @Nullable Instant nextRunAt,
    @Nullable Instant lastRunAt,
    @Nullable JobId lastJobId,
    @Nullable Skip lastSkip) {
  static final int MAX_NAME_BYTES = 200;
  static final int MAX_DESCRIPTION_BYTES = 2_000;

  public Schedule {
    requireText("name", name, MAX_NAME_BYTES);
    requireText("description", description, MAX_DESCRIPTION_BYTES);
  }

  private static void requireText(String what, String text, int maxBytes) {
    if (!text.equals(BoundedText.of(text, maxBytes))) {
      throw new IllegalArgumentException(
          what + " must be at most " + maxBytes + " bytes of well-formed text without NUL");
    }
  }

  /**
   * Returns a new schedule of the default tenant, with the default policies. An instant that has
   * passed is due at once, and late.
   */
  public static Schedule of(String id, Timing timing, JobTemplate job, Instant now) {
    return new Schedule(
        new ScheduleId(id),
        TenantId.DEFAULT,
        "",
        "",
        timing,
        job,
        MisfirePolicy.RUN_ONCE_NOW,
        OverlapPolicy.SKIP,
        false,
        now,
        firstRun(timing, now),
        null,
        null,
        null);
  }

  static @Nullable Instant firstRun(Timing timing, Instant now) {
    return timing instanceof Timing.At at ? at.instant() : timing.next(now).orElse(null);
  }

  /** Returns this schedule for a tenant. */
  public Schedule withTenant(TenantId value) {
    return new Schedule(
        id,
        value,
        name,
        description,
        timing,
        job,
        misfire,
        overlap,
        paused,
        createdAt,
        nextRunAt,
        lastRunAt,
        lastJobId,
        lastSkip);
  }

  /** Returns this schedule with words for people. */
  public Schedule withWords(String newName, String newDescription) {
    return new Schedule(
        id,
        tenant,
        newName,
        newDescription,
        timing,
        job,
        misfire,
        overlap,
        paused,
        createdAt,
        nextRunAt,
        lastRunAt,
        lastJobId,
        lastSkip);
  }

  /** Returns this schedule with other policies. */
  public Schedule withPolicies(MisfirePolicy newMisfire, OverlapPolicy newOverlap) {
    return new Schedule(
        id,
        tenant,
        name,
        description,
        timing,
        job,
        newMisfire,
        newOverlap,
        paused,
        createdAt,
        nextRunAt,
        lastRunAt,
        lastJobId,
        lastSkip);
  }

  /** Returns this schedule with another time and job from now on; it keeps its past. */
  public Schedule withPlan(Timing newTiming, JobTemplate newJob, Instant now) {
    return new Schedule(
        id,
        tenant,
        name,
        description,
        newTiming,
        newJob,
        misfire,
        overlap,
        paused,
        createdAt,
        newTiming.equals(timing) ? nextRunAt : firstRun(newTiming, now),
        lastRunAt,
        lastJobId,
        lastSkip);
  }

  /**
   * Returns this schedule in the place of {@code before}: it keeps that one's past, and its next
   * occurrence too unless it has another timing or is no longer paused.
   */
  public Schedule inPlaceOf(Schedule before, Instant now) {
    boolean goesOn = timing.equals(before.timing) && (paused || !before.paused);
    return new Schedule(
        id,
        tenant,
        name,
        description,
        timing,
        job,
        misfire,
        overlap,
        paused,
        before.createdAt,
        goesOn ? before.nextRunAt : firstRun(timing, now),
        before.lastRunAt,
        before.lastJobId,
        before.lastSkip);
  }

  /** Returns this schedule, paused: nothing runs. */
  public Schedule pause() {
    return pausedWith(true, nextRunAt);
  }

  /**
   * Returns this schedule, resumed. Occurrences of the pause were not wanted and are not missed; an
   * instant that has passed in it is still to run.
   */
  public Schedule resume(Instant now) {
    return paused ? pausedWith(false, nextRunAt == null ? null : firstRun(timing, now)) : this;
  }

  private Schedule pausedWith(boolean value, @Nullable Instant next) {
    return new Schedule(
        id,
        tenant,
        name,
        description,
        timing,
        job,
        misfire,
        overlap,
        value,
        createdAt,
        next,
        lastRunAt,
        lastJobId,
        lastSkip);
  }

  /**
   * Returns this schedule after {@code decision} was carried out.
   *
   * @param lastJob the job of the last occurrence that was to run, or null if none was
   */
  public Schedule after(ScheduleDecision decision, @Nullable JobId lastJob) {
    List<Instant> runs = decision.runs();
    List<Skip> skipped = decision.skipped();
    return new Schedule(
        id,
        tenant,
        name,
        description,
        timing,
        job,
        misfire,
        overlap,
        paused,
        createdAt,
        decision.nextRunAt(),
        runs.isEmpty() ? lastRunAt : runs.get(runs.size() - 1),
        lastJob == null ? lastJobId : lastJob,
        skipped.isEmpty() ? lastSkip : skipped.get(skipped.size() - 1));
  }

  /**
   * Returns this schedule as it must be at {@code now}. It differs if its next occurrence was found
   * while the clock was ahead: then there is an earlier one, and a run after {@code now} is not
   * past.
   */
  public Schedule asOf(Instant now) {
    Instant next = timing.next(now).orElse(null);
    if (nextRunAt == null || next == null || !next.isBefore(nextRunAt)) {
      return this;
    }
    boolean ranAhead = lastRunAt != null && lastRunAt.isAfter(now);
    return new Schedule(
        id,
        tenant,
        name,
        description,
        timing,
        job,
        misfire,
        overlap,
        paused,
        createdAt,
        next,
        ranAhead ? null : lastRunAt,
        ranAhead ? null : lastJobId,
        lastSkip);
  }

  /** Returns the first {@code count} runs to come, or as many as there are; none while paused. */
  public List<Instant> upcoming(int count) {
    List<Instant> runs = new ArrayList<>();
    @Nullable Instant next = paused ? null : nextRunAt;
    while (next != null && runs.size() < count) {
      runs.add(next);
      next = timing.oneOff() ? null : timing.next(next).orElse(null);
    }
    return List.copyOf(runs);
  }

  /** Which schedule it is. */
  public ScheduleKey key() {
    return new ScheduleKey(tenant, id);
  }

  /**
   * Returns the key that lets an occurrence have one job only, whoever enqueues it, and how often.
   */
  public IdempotencyKey idempotencyKey(Instant occurrence) {
    return new IdempotencyKey("schedule:" + id + ":" + occurrence);
  }
}
