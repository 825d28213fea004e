package io.taskforge.server.lab;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureClassifier;
import io.taskforge.failure.FailureKind;
import io.taskforge.failure.ReportedError;
import io.taskforge.job.Attempt;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.query.AttemptFilter;
import io.taskforge.query.JobFilter;
import io.taskforge.query.JobPage;
import io.taskforge.simulator.history.RecordedAttempt;
import io.taskforge.simulator.history.RecordedAttempt.End;
import io.taskforge.simulator.history.RecordedJob;
import io.taskforge.store.JobQueries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the recorded attempts of finished jobs that failed at least once. Not thread-safe. */
final class RecordedHistory {
  private static final int JOBS_AT_ONCE = 250;
  private static final int ATTEMPTS_AT_ONCE = 10_000;

  private record FailureName(String type, FailureKind kind) {}

  private final JobQueries queries;
  private final long maxAttempts;
  private final Map<FailureName, Failure> failures = new HashMap<>();
  private long attempts;
  private boolean cut;

  /**
   * @param maxAttempts after this many attempts, no further jobs are read
   */
  RecordedHistory(JobQueries queries, long maxAttempts) {
    this.queries = queries;
    this.maxAttempts = maxAttempts;
  }

  /** Whether there were more jobs than were read. */
  boolean isCut() {
    return cut;
  }

  /** Reads the matching jobs, newest first. */
  void read(JobFilter filter, Consumer<RecordedJob> each) {
    @Nullable JobId next = null;
    do {
      JobPage page = queries.list(filter.withoutPayloads().before(next));
      List<JobId> ids =
          page.items().stream().filter(RecordedHistory::isOfInterest).map(Job::id).toList();
      for (int i = 0; i < ids.size(); i += JOBS_AT_ONCE) {
        jobs(ids.subList(i, Math.min(ids.size(), i + JOBS_AT_ONCE)), each);
      }
      next = page.next();
      cut = cut || (next != null && attempts >= maxAttempts);
    } while (next != null && !cut);
  }

  private static boolean isOfInterest(Job job) {
    boolean ended =
        job.state() == JobState.SUCCEEDED
            || job.state() == JobState.FAILED
            || job.state() == JobState.DEAD;
    return ended && (job.counters().failures() > 0 || job.number().earlier() > 0);
  }

  private void jobs(List<JobId> ids, Consumer<RecordedJob> each) {
    AttemptFilter filter = AttemptFilter.latest(ids, ATTEMPTS_AT_ONCE).withoutTexts();
    List<Attempt> rows = queries.attempts(filter);
    if (rows.size() >= ATTEMPTS_AT_ONCE && ids.size() > 1) {
      jobs(ids.subList(0, ids.size() / 2), each);
      jobs(ids.subList(ids.size() / 2, ids.size()), each);
      return;
    }
    attempts += rows.size();
    List<RecordedAttempt> recorded = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      Attempt row = rows.get(i);
      if (row.isStarted()) {
        recorded.add(recorded(row));
      }
      boolean last = i + 1 == rows.size() || !rows.get(i + 1).jobId().equals(row.jobId());
      if (last && !recorded.isEmpty()) {
        each.accept(new RecordedJob(recorded));
      }
      if (last) {
        recorded.clear();
      }
    }
  }

  private RecordedAttempt recorded(Attempt row) {
    Failure failure = failure(row);
    End end =
        switch (row.status()) {
          case SUCCEEDED -> End.SUCCEEDED;
          case FAILED -> failure == null ? End.OPEN : isRefunded(row) ? End.REFUNDED : End.FAILED;
          case LOST, INTERRUPTED, SNOOZED -> End.REPEATED;
          case CANCELLED, RUNNING -> End.OPEN;
        };
    return new RecordedAttempt(
        Objects.requireNonNullElse(row.startedAt(), row.scheduledAt()),
        Objects.requireNonNullElse(row.duration(), Duration.ZERO),
        row.number().earlier() == 0 ? 0 : 1,
        end,
        end == End.FAILED ? failure : null);
  }

  /** Whether it used no retry, because the destination was down. */
  private static boolean isRefunded(Attempt row) {
    return row.counters().failures() <= row.retry();
  }

  private @Nullable Failure failure(Attempt row) {
    String type = row.errorType();
    FailureKind kind = row.failureKind();
    return type == null || kind == null
        ? null
        : failures.computeIfAbsent(
            new FailureName(type, kind),
            name ->
                FailureClassifier.standard()
                    .classify(new ReportedError(ErrorType.of(name.type), null, name.kind), ""));
  }
}
