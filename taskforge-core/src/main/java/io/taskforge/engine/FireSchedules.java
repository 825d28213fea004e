package io.taskforge.engine;

import io.taskforge.engine.log.LogFields;
import io.taskforge.engine.log.StoreLogLevel;
import io.taskforge.engine.loop.Turn;
import io.taskforge.engine.schedule.OccurrenceQuota;
import io.taskforge.engine.schedule.RepairSchedules;
import io.taskforge.engine.schedule.StoredSchedules;
import io.taskforge.job.Enqueued;
import io.taskforge.job.Job;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.NewJob;
import io.taskforge.job.StoreException;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleDecision;
import io.taskforge.schedule.SkippedOccurrences;
import io.taskforge.schedule.StoredSchedule;
import io.taskforge.store.Document;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.JobStore;
import io.taskforge.trace.JobTracing;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Enqueues the jobs of due schedules, on every worker. Optimistic locking instead of a lock: an
 * occurrence's idempotency key allows one job, and one worker wins replacing the schedule's
 * document. If a worker dies in between, the schedule stays due and the next worker continues.
 */
final class FireSchedules implements Turn {
  private static final Logger LOG = LoggerFactory.getLogger(FireSchedules.class);
  private static final int BATCH = 100;
  private static final Duration SECOND = Duration.ofSeconds(1);
  // A one-off schedule is not skipped but postponed while the tenant's quota is used up.
  private static final Duration QUOTA_PAUSE = Duration.ofSeconds(30);
  private static final Duration ANY_TIME = Duration.ofDays(36_500);

  private final JobStore store;
  private final StoredSchedules stored;
  private final RepairSchedules repair;
  private final OccurrenceQuota quota;
  private final Supplier<JobId> ids;
  private final JobArrivals arrivals;
  private final JobChanges changes;
  private final JobTracing tracing;
  // Versions of invalid schedules, which stay due and come first in every batch. Used by turn()
  // only.
  private final Map<DocumentKey, Long> faulty = new HashMap<>();

  FireSchedules(
      JobStore store,
      StoredSchedules stored,
      OccurrenceQuota quota,
      Supplier<JobId> ids,
      JobArrivals arrivals,
      JobChanges changes,
      JobTracing tracing) {
    this.store = store;
    this.stored = stored;
    this.repair = new RepairSchedules(stored);
    this.quota = quota;
    this.ids = ids;
    this.arrivals = arrivals;
    this.changes = changes;
    this.tracing = tracing;
  }

  @Override
  public Duration turn() {
    try {
      // Read the time first, so that no decision is for a later time than what was read.
      Instant now = store.now();
      repair.repairPage(now);
      int limit = BATCH + faulty.size();
      List<Document> due = stored.documents().due(DocumentKind.SCHEDULE, limit);
      fire(readable(due), now);
      return due.size() >= limit ? Duration.ZERO : untilNextSecond(now);
    } catch (StoreException e) {
      LOG.atLevel(StoreLogLevel.of(e)).log("schedules not read, will retry: {}", e.getMessage());
      return SECOND;
    }
  }

  /** Occurrences are on whole seconds, so turns are too. */
  private static Duration untilNextSecond(Instant now) {
    return Duration.between(now, now.truncatedTo(ChronoUnit.SECONDS).plus(SECOND));
  }

  private Map<Document, StoredSchedule> readable(List<Document> due) {
    Map<DocumentKey, Long> before = Map.copyOf(faulty);
    faulty.clear();
    Map<Document, StoredSchedule> readable = new LinkedHashMap<>();
    for (Document document : due) {
      if (Objects.equals(before.get(document.key()), document.version())) {
        faulty.put(document.key(), document.version());
        continue;
      }
      try {
        readable.put(document, stored.read(document));
      } catch (RuntimeException e) {
        setAside(document, e);
      }
    }
    return readable;
  }

  private void setAside(Document document, RuntimeException fault) {
    faulty.put(document.key(), document.version());
    LOG.atError()
        .addKeyValue("tenantId", document.key().tenant())
        .addKeyValue("scheduleId", document.key().id())
        .log(
            "{}, version {}, is invalid and will not run until it is changed: {}",
            document.key(),
            document.version(),
            fault.getMessage());
  }

  private void fire(Map<Document, StoredSchedule> due, Instant now) {
    List<JobId> last =
        due.values().stream()
            .map(read -> read.schedule().lastJobId())
            .filter(Objects::nonNull)
            .toList();
    Map<JobId, Job> previous = last.isEmpty() ? Map.of() : store.queries().jobs(last);
    due.forEach(
        (document, read) -> {
          try {
            JobId id = read.schedule().lastJobId();
            fire(document, read, id == null ? null : previous.get(id), now);
          } catch (StoreException e) {
            if (e.isTransient()) {
              throw e;
            }
            setAside(document, e);
          } catch (RuntimeException e) { // one schedule must not stop the others
            setAside(document, e);
          }
        });
  }

  private void fire(Document document, StoredSchedule read, @Nullable Job last, Instant now) {
    Schedule schedule = read.schedule();
    Job previous = last;
    ScheduleDecision decision = decide(schedule, previous, now);
    Optional<Job> unrecorded = unrecorded(schedule, decision);
    while (unrecorded.isPresent()) {
      previous = unrecorded.get();
      schedule = recorded(schedule, previous);
      decision = decide(schedule, previous, now);
      unrecorded = unrecorded(schedule, decision);
    }
    if (decision.isIdle() && schedule.equals(read.schedule())) {
      return;
    }
    ScheduleDecision possible = quota.apply(schedule, decision);
    if (!possible.equals(decision) && schedule.timing().oneOff()) {
      line(Level.INFO, schedule)
          .log("schedule {}: tenant quota exceeded, will retry in {}", schedule.key(), QUOTA_PAUSE);
      Schedule waiting = OccurrenceQuota.postpone(schedule, decision.runs().get(0), possible);
      stored.postpone(document, read.with(waiting), now.plus(QUOTA_PAUSE));
      return;
    }
    decision = possible;
    JobId made = enqueue(schedule, decision.runs());
    if (decision.cancelPrevious() && previous != null) {
      String reason = "the next occurrence of schedule " + schedule.key() + " is due";
      changes.change(previous.id(), new JobChange.Cancel(reason), reason);
    }
    boolean written =
        decision.finished()
            ? stored.documents().delete(document.key(), document.version())
            : stored.record(document, read.with(schedule.after(decision, made)));
    if (written) {
      for (SkippedOccurrences skip : decision.skipped()) {
        line(Level.INFO, schedule).log("schedule {}: {}", schedule.key(), skip.explain());
      }
    }
  }

  private static ScheduleDecision decide(Schedule schedule, @Nullable Job previous, Instant now) {
    boolean active = previous != null && !previous.state().isFinal();
    // It was due in time and has waited for quota since.
    Duration tolerance =
        OccurrenceQuota.isPostponed(schedule) ? ANY_TIME : ScheduleDecision.TOLERANCE;
    return ScheduleDecision.decide(schedule, now, active, tolerance);
  }

  /**
   * Returns the job of the first occurrence if the occurrence is about to be skipped although a
   * worker enqueued it and died before recording that.
   */
  private Optional<Job> unrecorded(Schedule schedule, ScheduleDecision decision) {
    Instant first = schedule.nextRunAt();
    if (first == null || decision.isIdle() || decision.runs().contains(first)) {
      return Optional.empty();
    }
    return quota.job(schedule, first);
  }

  private static Schedule recorded(Schedule schedule, Job job) {
    Instant run = Objects.requireNonNull(schedule.nextRunAt());
    Instant next = schedule.timing().oneOff() ? null : schedule.timing().next(run).orElse(null);
    return schedule.after(
        new ScheduleDecision(List.of(run), List.of(), false, next, false), job.id());
  }

  /** Returns the last occurrence's job, or null if there are no runs. */
  private @Nullable JobId enqueue(Schedule schedule, List<Instant> runs) {
    if (runs.isEmpty()) {
      return null;
    }
    arrivals.declare(Set.of(schedule.job().queue()));
    List<NewJob> jobs =
        runs.stream()
            .map(run -> StoredSchedules.job(schedule, ids.get(), run, schedule.idempotencyKey(run)))
            .toList();
    List<Enqueued> answers = tracing.send(jobs, store::enqueue);
    arrivals.wakeFetcher(Stream.of(schedule.job().type()));
    return answers.get(answers.size() - 1).id();
  }

  private static LoggingEventBuilder line(Level level, Schedule schedule) {
    return LogFields.schedule(LOG.atLevel(level), schedule.key());
  }
}
