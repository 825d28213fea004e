package io.taskforge.engine.schedule;

import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.NewJob;
import io.taskforge.schedule.JobTemplate;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleDocument;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.StoredSchedule;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentStore;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stores schedules as documents and creates their jobs. Every run replaces the document, so the
 * definition's version is not the document's: it is kept in the JSON, and changes only when a user
 * changes the definition.
 */
public record StoredSchedules(JobStore store, ScheduleDocument json) {
  public static DocumentKey key(ScheduleKey schedule) {
    return new DocumentKey(DocumentKind.SCHEDULE, schedule.tenant(), schedule.id().value());
  }

  /**
   * Reads a schedule and the version of its definition.
   *
   * @throws IllegalArgumentException if the document is not a valid schedule
   */
  public StoredSchedule read(Document document) {
    StoredSchedule read = json.read(document.json(), document.version(), document.changedAt());
    ScheduleKey held = read.schedule().key();
    if (!key(held).equals(document.key())) {
      throw new IllegalArgumentException(
          "document " + document.key() + " contains schedule " + held);
    }
    return read;
  }

  /** Creates a schedule; empty if it exists. */
  public Optional<Document> create(Schedule schedule) {
    return documents().create(key(schedule.key()), json.write(schedule), dueAt(schedule));
  }

  /** Replaces the definition by compare-and-set; empty if {@code before} has changed or is gone. */
  public Optional<Document> redefine(Document before, Schedule schedule) {
    return documents()
        .replace(before.key(), before.version(), json.write(schedule), dueAt(schedule));
  }

  /** Stores progress by compare-and-set; false if {@code before} has changed or is gone. */
  public boolean record(Document before, StoredSchedule ran) {
    return documents()
        .replace(before.key(), before.version(), json.write(ran), dueAt(ran.schedule()))
        .isPresent();
  }

  /** Makes the schedule due at {@code until}, unless it has changed. */
  public void postpone(Document before, StoredSchedule read, Instant until) {
    documents().replace(before.key(), before.version(), json.write(read), until);
  }

  /** A schedule without more occurrences is due once more, to be deleted. */
  static @Nullable Instant dueAt(Schedule schedule) {
    if (schedule.paused()) {
      return null;
    }
    return schedule.nextRunAt() == null ? schedule.createdAt() : schedule.nextRunAt();
  }

  public DocumentStore documents() {
    return store.documents();
  }

  /**
   * Creates a job of a schedule.
   *
   * @param runAt when it is due, or null for now
   */
  public static NewJob job(
      Schedule schedule, JobId id, @Nullable Instant runAt, @Nullable IdempotencyKey key) {
    JobTemplate job = schedule.job();
    return new NewJob(
        new JobIdentity(id, job.queue(), job.type(), schedule.tenant()),
        job.payload(),
        new JobSettings(
            job.priority(),
            job.guarantee(),
            job.retryPolicy(),
            new JobSettings.TimeLimits(job.timeout(), null),
            new JobSettings.Origin(key, schedule.id(), null),
            job.key(),
            job.tags()),
        runAt,
        Duration.ZERO);
  }
}
