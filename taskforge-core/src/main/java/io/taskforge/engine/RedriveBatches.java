package io.taskforge.engine;

import io.taskforge.deadletter.Redrive;
import io.taskforge.deadletter.RedriveBatch;
import io.taskforge.deadletter.RedriveOutcome;
import io.taskforge.deadletter.RedriveSelection;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.WorkerId;
import io.taskforge.query.JobFilter;
import io.taskforge.store.JobStore;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Selects the next jobs of a redrive, moves them, and reports each outcome. */
record RedriveBatches(JobStore store, WorkerId worker) {
  static final int MAX_TRIES = 5;
  static final String STARTED_ONCE = "at-most-once job that has started";
  static final String UNKNOWN = "no such job";
  static final String ENDED_LATER = "ended after the redrive was started";
  static final String REFUSED = "the store failed to move it in " + MAX_TRIES + " tries";

  /** Returns up to {@code most} jobs after the redrive's cursor; empty if there are none. */
  Optional<RedriveBatch> next(Redrive redrive, int most) {
    return redrive.request().selection() instanceof RedriveSelection.Listed listed
        ? listed(redrive, listed, most)
        : matching(
            redrive, ((RedriveSelection.Matching) redrive.request().selection()).filter(), most);
  }

  private Optional<RedriveBatch> matching(Redrive redrive, JobFilter wanted, int most) {
    List<Job> found = store.queries().list(page(wanted, redrive, most)).items();
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(batch(found, Map.of(), found.get(found.size() - 1).id()));
  }

  private static JobFilter page(JobFilter wanted, Redrive redrive, int limit) {
    Instant end = endOf(redrive);
    Instant given = wanted.finishedBefore();
    JobFilter first =
        wanted.finishedBefore(given == null || given.isAfter(end) ? end : given).firstPage(limit);
    JobId cursor = redrive.position().cursor();
    return cursor == null ? first : first.before(cursor);
  }

  /** Exclusive; includes jobs that died in the same microsecond as the redrive was created. */
  private static Instant endOf(Redrive redrive) {
    return redrive.times().createdAt().plus(1, ChronoUnit.MICROS);
  }

  private Optional<RedriveBatch> listed(Redrive redrive, RedriveSelection.Listed listed, int most) {
    JobId cursor = redrive.position().cursor();
    List<JobId> chunk =
        listed.ids().stream()
            .filter(id -> cursor == null || id.compareTo(cursor) < 0)
            .limit(most)
            .toList();
    if (chunk.isEmpty()) {
      return Optional.empty();
    }
    Map<JobId, Job> current = store.queries().jobs(chunk);
    List<Job> chosen = new ArrayList<>();
    Map<String, Integer> skipped = new HashMap<>();
    for (JobId id : chunk) {
      Job found = current.get(id);
      Job job = found != null && listed.includes(found) ? found : null;
      String objection = objection(job, listed.state(), endOf(redrive));
      if (job != null && objection == null) {
        chosen.add(job);
      } else {
        skipped.merge(String.valueOf(objection), 1, Integer::sum);
      }
    }
    return Optional.of(batch(chosen, skipped, chunk.get(chunk.size() - 1)));
  }

  private static @Nullable String objection(@Nullable Job job, JobState wanted, Instant end) {
    if (job == null) {
      return UNKNOWN;
    }
    if (job.state() != wanted) {
      return not(wanted, job.state());
    }
    Instant finishedAt = job.finishedAt();
    return finishedAt == null || finishedAt.isBefore(end) ? null : ENDED_LATER;
  }

  private static String not(JobState wanted, @Nullable JobState state) {
    return "not " + wanted.name().toLowerCase(Locale.ROOT) + " but " + state;
  }

  private RedriveBatch batch(List<Job> jobs, Map<String, Integer> skipped, JobId cursor) {
    return new RedriveBatch(
        jobs.stream().map(job -> new RedriveBatch.Planned(job.id(), job.number().entry())).toList(),
        skipped,
        cursor,
        worker,
        1);
  }

  /**
   * The jobs of a batch that another worker may have partly moved.
   *
   * @param left the jobs not yet moved
   * @param moved the jobs already moved
   * @param gone the number of deleted jobs
   */
  record Remaining(List<JobId> left, List<JobId> moved, int gone) {
    /** The jobs of a new batch. */
    static Remaining all(RedriveBatch batch) {
      return new Remaining(batch.ids(), List.of(), 0);
    }
  }

  Remaining remaining(Redrive redrive, RedriveBatch batch) {
    JobState wanted = redrive.request().selection().state();
    Map<JobId, Job> current = store.queries().jobs(batch.ids());
    List<JobId> left = new ArrayList<>();
    List<JobId> moved = new ArrayList<>();
    int gone = 0;
    for (RedriveBatch.Planned planned : batch.jobs()) {
      Job job = current.get(planned.id());
      if (job == null) {
        gone++;
      } else if (job.state() == wanted && job.number().entry() == planned.entry()) {
        left.add(planned.id());
      } else {
        moved.add(planned.id());
      }
    }
    return new Remaining(left, moved, gone);
  }

  RedriveOutcome move(Redrive redrive, RedriveBatch batch, Remaining remaining) {
    List<JobId> moved = new ArrayList<>(remaining.moved());
    Map<String, Integer> skipped = new HashMap<>(batch.skipped());
    if (remaining.gone() > 0) {
      skipped.merge(UNKNOWN, remaining.gone(), Integer::sum);
    }
    List<JobId> left = remaining.left();
    if (redrive.state().isFinal()) {
      left = List.of(); // it was stopped, so the remaining jobs stay as they are
    }
    if (batch.tries() > MAX_TRIES) {
      Map<String, Integer> failed = left.isEmpty() ? Map.of() : Map.of(REFUSED, left.size());
      return new RedriveOutcome(moved, skipped, failed);
    }
    List<ChangeResult> results =
        left.isEmpty() ? List.of() : store.restart(left, redrive.request().restart(redrive.id()));
    for (int i = 0; i < left.size(); i++) {
      String objection = objection(redrive, results.get(i), batch.tries() > 1);
      if (objection == null) {
        moved.add(left.get(i));
      } else {
        skipped.merge(objection, 1, Integer::sum);
      }
    }
    return new RedriveOutcome(moved, skipped, Map.of());
  }

  /**
   * Returns why a job was not moved; null if it was.
   *
   * @param secondTry whether a job that has left the wanted state was moved by the previous worker
   */
  private static @Nullable String objection(
      Redrive redrive, ChangeResult result, boolean secondTry) {
    JobState wanted = redrive.request().selection().state();
    return switch (result.status()) {
      case CHANGED, REQUESTED -> null;
      case NOT_FOUND -> UNKNOWN;
      case REFUSED ->
          result.state() == wanted ? STARTED_ONCE : secondTry ? null : not(wanted, result.state());
    };
  }
}
