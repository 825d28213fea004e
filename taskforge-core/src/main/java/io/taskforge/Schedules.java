package io.taskforge;

import io.taskforge.engine.JobArrivals;
import io.taskforge.engine.schedule.StoredSchedules;
import io.taskforge.job.JobId;
import io.taskforge.job.NewJob;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.query.AttemptCursor;
import io.taskforge.query.AttemptPage;
import io.taskforge.query.JobFilter;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleDocument;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.StoredSchedule;
import io.taskforge.schedule.Timing;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentPage;
import io.taskforge.store.JobStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stored schedules, shared by all workers. Every started worker fires due schedules; each
 * occurrence is enqueued once. Thread-safe.
 *
 * <pre>{@code
 * schedules.put(
 *     new ScheduleId("nightly"),
 *     Timing.every("0 3 * * *", "Europe/Berlin"),
 *     REPORT.withoutPayload());
 * }</pre>
 */
public final class Schedules {
  private static final Logger LOG = LoggerFactory.getLogger(Schedules.class);

  private final JobStore store;
  private final StoredSchedules stored;
  private final RequestedJobs client;
  private final Supplier<JobId> ids;
  private final JobArrivals arrivals;
  private final Runnable changed;

  Schedules(
      JobStore store,
      RetryPolicyJson policyJson,
      RequestedJobs client,
      Supplier<JobId> ids,
      JobArrivals arrivals,
      Runnable changed) {
    this.store = store;
    this.stored = new StoredSchedules(store, new ScheduleDocument(policyJson));
    this.client = client;
    this.ids = ids;
    this.arrivals = arrivals;
    this.changed = changed;
  }

  /**
   * Returns a schedule with the default policies that is not stored yet, for {@link #put}.
   *
   * @param job the job of each occurrence; the schedule belongs to its tenant
   * @throws IllegalArgumentException if the request says when to run
   */
  public Schedule draft(ScheduleId id, Timing timing, JobRequest job) {
    return Schedule.of(id.value(), timing, client.template(job), store.now())
        .withTenant(job.tenant());
  }

  /** Returns a new, unused id. */
  public ScheduleId newId() {
    return new ScheduleId(ids.get().toString());
  }

  /** Like {@link #put(Schedule)}, with the default policies. */
  public StoredSchedule put(ScheduleId id, Timing timing, JobRequest job) {
    return put(draft(id, timing, job));
  }

  /**
   * Creates a schedule, or replaces the one with its key. Its past runs are kept, and its next
   * occurrence too if the timing is unchanged. Idempotent.
   *
   * @throws IllegalArgumentException if it is too large to be stored
   */
  public StoredSchedule put(Schedule schedule) {
    Optional<StoredSchedule> written = Optional.empty();
    while (written.isEmpty()) {
      Optional<Document> before = find(schedule.key());
      written =
          before.isEmpty()
              ? create(schedule)
              : replace(before.get(), schedule, stillReadable(before.get()));
    }
    return written.get();
  }

  /**
   * Like {@link #put(Schedule)} with optimistic locking: empty if the stored version is another
   * one. Runs do not change the version.
   *
   * @param expectedVersion 0 to create only
   */
  public Optional<StoredSchedule> put(Schedule schedule, long expectedVersion) {
    if (expectedVersion == 0) {
      return create(schedule);
    }
    while (true) {
      Optional<Document> found = find(schedule.key());
      Optional<StoredSchedule> before = found.flatMap(this::stillReadable);
      if (found.isEmpty() || version(found.get(), before) != expectedVersion) {
        return Optional.empty();
      }
      Optional<StoredSchedule> written = replace(found.get(), schedule, before);
      if (written.isPresent()) {
        return written;
      }
    }
  }

  /** Creates a schedule; empty if one with its key exists. */
  public Optional<StoredSchedule> create(Schedule schedule) {
    arrivals.declare(Set.of(schedule.job().queue()));
    return written(stored.create(schedule));
  }

  private Optional<StoredSchedule> replace(
      Document found, Schedule schedule, Optional<StoredSchedule> before) {
    arrivals.declare(Set.of(schedule.job().queue()));
    Optional<Schedule> past = before.map(StoredSchedule::schedule);
    Schedule wanted = past.map(its -> schedule.replacing(its, store.now())).orElse(schedule);
    return past.filter(wanted::equals).isPresent()
        ? Optional.of(stored.read(found))
        : written(stored.redefine(found, wanted));
  }

  /** This worker fires it in time, even if it is due at once. */
  private Optional<StoredSchedule> written(Optional<Document> document) {
    changed.run();
    return document.map(stored::read);
  }

  /** A document that cannot be read can still be replaced; its past runs are lost. */
  private Optional<StoredSchedule> stillReadable(Document document) {
    try {
      return Optional.of(stored.read(document));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static long version(Document document, Optional<StoredSchedule> read) {
    return read.map(StoredSchedule::version).orElse(document.version());
  }

  /** Returns a schedule; empty if there is none with this key. */
  public Optional<StoredSchedule> get(ScheduleKey key) {
    return find(key).map(stored::read);
  }

  /**
   * Returns a page of schedules by tenant and id (keyset pagination). Documents that cannot be read
   * are skipped and logged.
   *
   * @param tenant null for all tenants
   * @param after the cursor of the previous page, or null for the first page
   */
  public SchedulePage list(@Nullable TenantId tenant, @Nullable ScheduleKey after, int limit) {
    DocumentKey last = after == null ? null : StoredSchedules.key(after);
    DocumentPage page = store.documents().list(DocumentKind.SCHEDULE, tenant, last, limit);
    List<StoredSchedule> items = new ArrayList<>();
    for (Document document : page.items()) {
      try {
        items.add(stored.read(document));
      } catch (IllegalArgumentException e) {
        LOG.error("{} can't be read: {}", document.key(), e.getMessage());
      }
    }
    DocumentKey next = page.next();
    return new SchedulePage(
        items, next == null ? null : new ScheduleKey(next.tenant(), new ScheduleId(next.id())));
  }

  /** Deletes a schedule; its jobs stay. False if there is none. */
  public boolean delete(ScheduleKey key) {
    return delete(key, found -> true);
  }

  /**
   * Deletes a schedule with optimistic locking: false if the stored version is another one. Runs do
   * not change the version.
   */
  public boolean delete(ScheduleKey key, long expectedVersion) {
    return delete(key, found -> version(found, stillReadable(found)) == expectedVersion);
  }

  private boolean delete(ScheduleKey key, Predicate<Document> expected) {
    Optional<Document> found = find(key).filter(expected);
    while (found.isPresent()
        && !store.documents().delete(found.get().key(), found.get().version())) {
      found = find(key).filter(expected);
    }
    return found.isPresent();
  }

  /** Pauses a schedule; jobs that are already enqueued run. Empty if there is none. */
  public Optional<StoredSchedule> pause(ScheduleKey key) {
    return change(key, Schedule::pause);
  }

  /**
   * Resumes a schedule. Occurrences missed during the pause do not run, but a one-off time that
   * passed does. Empty if there is none.
   */
  public Optional<StoredSchedule> resume(ScheduleKey key) {
    return change(key, schedule -> schedule.resume(store.now()));
  }

  private Optional<StoredSchedule> change(ScheduleKey key, UnaryOperator<Schedule> change) {
    while (true) {
      Optional<Document> found = find(key);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      Schedule before = stored.read(found.get()).schedule();
      Schedule after = change.apply(before);
      Optional<Document> written =
          after.equals(before) ? found : stored.redefine(found.get(), after);
      if (written.isPresent()) {
        return written(written);
      }
    }
  }

  /**
   * Enqueues one additional job of a schedule now, even if it is paused. Empty if there is no such
   * schedule.
   */
  public Optional<JobId> trigger(ScheduleKey key) {
    return get(key).map(found -> enqueue(found.schedule()));
  }

  private JobId enqueue(Schedule schedule) {
    arrivals.declare(Set.of(schedule.job().queue()));
    NewJob job = StoredSchedules.job(schedule, ids.get(), null, null);
    JobId id = client.enqueueJobs(List.of(job)).get(0).id();
    arrivals.wakeFetcher(Stream.of(schedule.job().type()));
    return id;
  }

  /**
   * Returns a page of the attempts of a schedule's jobs: the newest occurrence first, and of each
   * the latest attempt first. The attempts are found as long as their jobs are kept, also after the
   * schedule was deleted. The schedule's jobs are listed with {@link JobFilter#schedule}.
   *
   * @param cursor the cursor of the previous page, or null for the first page
   * @param limit from 1 to 1 000; there are fewer if their texts reach the size of a page
   */
  public AttemptPage runs(ScheduleKey key, @Nullable AttemptCursor cursor, int limit) {
    return new ScheduleRuns(store.queries()).page(key, cursor, limit);
  }

  private Optional<Document> find(ScheduleKey key) {
    return store.documents().find(StoredSchedules.key(key));
  }
}
