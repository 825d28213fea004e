package io.taskforge.engine;

import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.NewJob;
import io.taskforge.schedule.JobTemplate;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleJson;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentStore;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How schedules are kept as documents, and what jobs they make. */
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
   * Returns the schedule that a document holds.
   *
   * @throws IllegalArgumentException if it holds none
   */
  public Schedule read(Document document) {
    Schedule schedule = json.read(document.json());
    if (!key(schedule.key()).equals(document.key())) {
      throw new IllegalArgumentException(
          "document " + document.key() + " holds schedule " + schedule.key());
    }
    return schedule;
  }

  /** Stores a new schedule; empty if there is one already. */
  public Optional<Document> create(Schedule schedule) {
    return documents().create(key(schedule.key()), json.write(schedule), dueAt(schedule));
  }

  /** Replaces exactly that version; empty if it has changed or gone. */
  public Optional<Document> replace(Schedule schedule, long version) {
    return documents().replace(key(schedule.key()), version, json.write(schedule), dueAt(schedule));
  }

  /** One that has no more occurrences is looked at once more, and deleted. */
  private static @Nullable Instant dueAt(Schedule schedule) {
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
