package io.taskforge.schedule;

import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.text.BoundedText;
import io.taskforge.value.Value;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A schedule: a job to enqueue at given times, and its progress so far. Immutable. */
public final class Schedule extends Value<Schedule> {
  private static final int MAX_NAME_BYTES = 200;
  private static final int MAX_DESCRIPTION_BYTES = 2_000;

  private ScheduleKey key;
  private final Timing timing;
  private final JobTemplate job;
  private String name = "";
  private String description = "";
  private MisfirePolicy misfire = MisfirePolicy.RUN_ONCE_NOW;
  private OverlapPolicy overlap = OverlapPolicy.SKIP;
  private boolean paused;
  private ScheduleProgress progress;

  Schedule(ScheduleKey key, Timing timing, JobTemplate job, ScheduleProgress progress) {
    this.key = key;
    this.timing = timing;
    this.job = job;
    this.progress = progress;
  }

  @Override
  protected void check() {
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
   * Returns a new schedule of the default tenant, with the default policies. A one-off instant in
   * the past is due immediately, as a misfire.
   */
  public static Schedule of(String id, Timing timing, JobTemplate job, Instant now) {
    ScheduleProgress progress = new ScheduleProgress(now, firstRun(timing, now), null, null, null);
    return new Schedule(ScheduleKey.of(id), timing, job, progress);
  }

  private static @Nullable Instant firstRun(Timing timing, Instant now) {
    return timing instanceof Timing.At at ? at.instant() : timing.next(now).orElse(null);
  }

  /** Returns this schedule for another tenant. */
  public Schedule withTenant(TenantId tenant) {
    return with(schedule -> schedule.key = new ScheduleKey(tenant, id()));
  }

  /** Returns this schedule with a name and a description to display. */
  public Schedule withName(String name, String description) {
    return with(
        schedule -> {
          schedule.name = name;
          schedule.description = description;
        });
  }

  /** Returns this schedule with other rules for missed runs and for runs that overlap. */
  public Schedule withPolicies(MisfirePolicy misfire, OverlapPolicy overlap) {
    return with(
        schedule -> {
          schedule.misfire = misfire;
          schedule.overlap = overlap;
        });
  }

  private Schedule with(ScheduleProgress changed) {
    return with(schedule -> schedule.progress = changed);
  }

  /**
   * Returns this schedule as the replacement of {@code before}: it keeps the progress. The next
   * occurrence is computed again if the timing has changed or the schedule is no longer paused.
   */
  public Schedule replacing(Schedule before, Instant now) {
    boolean keepsNext = timing.equals(before.timing) && (paused || !before.paused);
    return with(keepsNext ? before.progress : before.progress.nextRunAt(firstRun(timing, now)));
  }

  /** Returns this schedule, paused: nothing runs. */
  public Schedule pause() {
    return with(schedule -> schedule.paused = true);
  }

  /**
   * Returns this schedule, resumed. Occurrences during the pause are not misfires, except that a
   * one-off instant that has passed still runs.
   */
  public Schedule resume(Instant now) {
    if (!paused) {
      return this;
    }
    return with(schedule -> schedule.paused = false)
        .with(nextRunAt() == null ? progress : progress.nextRunAt(firstRun(timing, now)));
  }

  /**
   * Returns this schedule after {@code decision} was carried out.
   *
   * @param lastJob the job of the last occurrence that ran, or null if none ran
   */
  public Schedule after(ScheduleDecision decision, @Nullable JobId lastJob) {
    return with(progress.after(decision, lastJob));
  }

  /**
   * Returns this schedule, repaired if it was written while the clock was ahead: the next
   * occurrence becomes the first one after {@code now}, and a last run after {@code now} is
   * dropped.
   */
  public Schedule repaired(Instant now) {
    Instant next = timing.next(now).orElse(null);
    Instant stored = nextRunAt();
    return stored == null || next == null || !next.isBefore(stored)
        ? this
        : with(progress.repaired(next, now));
  }

  /** Returns up to {@code count} next runs; none while paused. */
  public List<Instant> upcoming(int count) {
    List<Instant> runs = new ArrayList<>();
    @Nullable Instant next = paused ? null : nextRunAt();
    while (next != null && runs.size() < count) {
      runs.add(next);
      next = timing.oneOff() ? null : timing.next(next).orElse(null);
    }
    return List.copyOf(runs);
  }

  /** Returns the idempotency key of an occurrence's job, so that each occurrence has one job. */
  public IdempotencyKey idempotencyKey(Instant occurrence) {
    return new IdempotencyKey("schedule:" + id() + ":" + occurrence);
  }

  /** The tenant and the id. */
  public ScheduleKey key() {
    return key;
  }

  /** The id, unique within its tenant. */
  public ScheduleId id() {
    return key.id();
  }

  /** The tenant that the schedule belongs to. */
  public TenantId tenant() {
    return key.tenant();
  }

  /** A name to display, up to 200 bytes; may be empty. */
  public String name() {
    return name;
  }

  /** A description to display, up to 2000 bytes; may be empty. */
  public String description() {
    return description;
  }

  /** When it runs. */
  public Timing timing() {
    return timing;
  }

  /** What its jobs are like. */
  public JobTemplate job() {
    return job;
  }

  /** What happens to missed runs. */
  public MisfirePolicy misfire() {
    return misfire;
  }

  /** What happens if the previous job has not ended. */
  public OverlapPolicy overlap() {
    return overlap;
  }

  /** Whether nothing runs until the schedule is resumed. */
  public boolean paused() {
    return paused;
  }

  /** When the schedule was created. */
  public Instant createdAt() {
    return progress.createdAt();
  }

  /** The next occurrence, or null if there is none. */
  public @Nullable Instant nextRunAt() {
    return progress.nextRunAt();
  }

  /** The last occurrence for which a job was enqueued, or null. */
  public @Nullable Instant lastRunAt() {
    return progress.lastRunAt();
  }

  /** The job of the last run, or null. */
  public @Nullable JobId lastJobId() {
    return progress.lastJobId();
  }

  /** The occurrences that were skipped last, or null. */
  public @Nullable SkippedOccurrences lastSkip() {
    return progress.lastSkip();
  }

  @Override
  protected List<@Nullable Object> fields() {
    return List.of(key, name, description, timing, job, misfire, overlap, paused, progress);
  }
}
