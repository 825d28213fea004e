package io.taskforge.engine.schedule;

import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.NewJob;
import io.taskforge.schedule.JobTemplate;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleJson;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.VersionedSchedule;
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
 * How schedules are kept as documents, and what jobs they make. Every run replaces the document;
 * the version of the definition is that of the document that somebody last wrote, and what runs
 * write has it in its JSON.
 */
public final class StoredSchedules {
  private final JobStore store;
  private final ScheduleJson json;

  public StoredSchedules(JobStore store, ScheduleJson json) {
    this.store = store;
    this.json = json;
  }

  /** Where a schedule is stored. */
  public static DocumentKey key(ScheduleKey schedule) {
    return new DocumentKey(DocumentKind.SCHEDULE, schedule.tenant(), schedule.id().value());
  }

  /**
   * Returns the schedule that a document holds, with the version of its definition.
   *
   * @throws IllegalArgumentException if it holds none
   */
  public VersionedSchedule read(Document document) {
    VersionedSchedule read =
        json.readRevised(document.json(), document.version(), document.changedAt());
    ScheduleKey held = read.schedule().key();
    if (!key(held).equals(document.key())) {
      throw new IllegalArgumentException("document " + document.key() + " holds schedule " + held);
    }
    return read;
  }

  /** Stores a new schedule; empty if there is one already. */
  public Optional<Document> create(Schedule schedule) {
    return documents().create(key(schedule.key()), json.write(schedule), dueAt(schedule));
  }

  /** Replaces exactly {@code before} by another definition; empty if it has changed or gone. */
  public Optional<Document> redefine(Document before, Schedule schedule) {
    return documents()
        .replace(before.key(), before.version(), json.write(schedule), dueAt(schedule));
  }

  /** Replaces exactly {@code before} after a run; false if it has changed or gone. */
  boolean record(Document before, VersionedSchedule ran) {
    return documents()
        .replace(before.key(), before.version(), json.write(ran), dueAt(ran.schedule()))
        .isPresent();
  }

  /** Looks at exactly {@code before} again at {@code until}, unless somebody has changed it. */
  void postpone(Document before, VersionedSchedule read, Instant until) {
    documents().replace(before.key(), before.version(), json.write(read), until);
  }

  /** One that has no more occurrences is looked at once more, and deleted. */
  static @Nullable Instant dueAt(Schedule schedule) {
    if (schedule.paused()) {
      return null;
    }
    return schedule.nextRunAt() == null ? schedule.createdAt() : schedule.nextRunAt();
  }

  DocumentStore documents() {
    return store.documents();
  }

  /**
   * Returns a job of a schedule.
   *
   * @param runAt when it is due, or null for now
   */
  public static NewJob job(
      Schedule schedule, JobId id, @Nullable Instant runAt, @Nullable IdempotencyKey key) {
    JobTemplate job = schedule.job();
    return new NewJob(
        id,
        job.queue(),
        job.type(),
        schedule.tenant(),
        job.payload(),
        job.priority(),
        runAt,
        Duration.ZERO,
        job.guarantee(),
        job.retryPolicy(),
        job.timeout(),
        null,
        key);
  }
}
