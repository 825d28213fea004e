package io.taskforge.jdbc.sqlite;

import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Page;
import io.taskforge.jdbc.Rows;
import io.taskforge.job.Attempt;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.query.AttemptFilter;
import io.taskforge.store.PageBytes;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads jobs and their attempts from one snapshot. */
final class FindJobs {
  // The last error is the error of the latest attempt that has an error or ended the job, so a
  // later snooze or cancellation does not hide a failure.
  //
  // Without ORDER BY, rows are returned one by one in the order of json_each, the outer loop of the
  // CROSS JOIN. Sorting would read the payloads of all rows before the first is returned.
  private static final String JOBS =
      """
      WITH running (job_seq, queue, attempt, unstarted, earlier, failures, lost_leases,
        interruptions, run_at, worker, token, claimed_at, expires_at) AS MATERIALIZED (
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
          value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10, value ->> 11,
          value ->> 12
        FROM json_each(:running))
      SELECT j.seq, j.id, coalesce(f.queue, r.queue, l.queue) AS queue, j.type, j.tenant,
        CASE
          WHEN f.job_seq IS NOT NULL THEN f.state
          WHEN l.job_seq IS NOT NULL THEN 'RUNNING'
          WHEN r.failures + r.lost_leases > 0 THEN 'RETRYING'
          ELSE 'QUEUED'
        END AS state,
        j.priority,
        coalesce(f.attempt, r.attempt, l.attempt) AS attempt,
        coalesce(f.unstarted, r.unstarted, l.unstarted) AS unstarted,
        coalesce(f.earlier, r.earlier, l.earlier) AS earlier,
        coalesce(f.failures, r.failures, l.failures) AS failures,
        coalesce(f.lost_leases, r.lost_leases, l.lost_leases) AS lost_leases,
        coalesce(f.interruptions, r.interruptions, l.interruptions) AS interruptions,
        j.guarantee, iif(:payloads, j.payload, 'null') AS payload,
        iif(:payloads, f.result, NULL) AS result, j.idempotency_key, j.schedule, j.lane_key,
        j.trace_context, j.tags, j.retry_policy,
        j.timeout_us, j.deadline, j.created_at,
        coalesce(f.run_at, r.run_at, l.run_at) AS run_at,
        f.finished_at, a.error_type, a.failure_kind, a.message, f.dlq_reason, f.moved_from_queue,
        f.moved_at, l.worker, l.token, l.claimed_at, l.expires_at
      FROM json_each(:job_seqs) wanted
      CROSS JOIN ${prefix}job j ON j.seq = wanted.value
      LEFT JOIN ${prefix}finished f ON f.job_seq = j.seq
      LEFT JOIN ${prefix}ready r ON r.job_seq = j.seq
      LEFT JOIN running l ON l.job_seq = j.seq
      LEFT JOIN ${prefix}attempt a ON a.job_seq = j.seq
        AND a.attempt = (
          SELECT max(b.attempt) FROM ${prefix}attempt b
          WHERE b.job_seq = j.seq
            AND (b.error_type IS NOT NULL OR (b.worker IS NOT NULL AND b.next_run_at IS NULL)))
      """;
  private static final String SEQ =
      """
      SELECT seq FROM ${prefix}job WHERE id = :id
      """;
  private static final String RESTING =
      """
      SELECT count(*) FROM json_each(:job_seqs) wanted
      WHERE EXISTS (SELECT 1 FROM ${prefix}finished f WHERE f.job_seq = wanted.value)
        OR EXISTS (SELECT 1 FROM ${prefix}ready r WHERE r.job_seq = wanted.value)
      """;
  private static final String ATTEMPTS =
      """
      SELECT j.id AS job_id, a.attempt, a.unstarted, a.earlier, a.retry, a.status, a.worker,
        a.scheduled_at, a.started_at, a.finished_at, a.duration_us, a.failure_kind, a.error_type,
        iif(:texts, a.message, NULL) AS message,
        iif(:texts, a.stack_trace, NULL) AS stack_trace,
        a.delay_us, a.next_run_at, iif(:texts, a.explanation, NULL) AS explanation,
        a.failures, a.lost_leases, a.interruptions, iif(:texts, a.log, NULL) AS log, a.progress
      FROM ${prefix}attempt a CROSS JOIN ${prefix}job j ON j.seq = a.job_seq
      WHERE a.job_seq = :job_seq AND (:before IS NULL OR a.attempt < :before)
        AND (:failure_kind IS NULL OR a.failure_kind = :failure_kind)
      ORDER BY a.attempt DESC LIMIT :limit
      """;

  private final Rows rows = new Rows(new SqliteColumns());
  private final LeaseTable leases;

  FindJobs(LeaseTable leases) {
    this.leases = leases;
  }

  /** Returns the row of a job, or null if there is none. */
  @Nullable Long seq(Session session, JobId id) throws SQLException {
    return session.statement(SEQ).id("id", id).first(row -> row.getLong(1));
  }

  /** Returns these jobs, in this order. */
  List<Job> jobs(Session session, Collection<Long> seqs, boolean payloads) throws SQLException {
    return find(session, seqs, payloads).list(rows::job);
  }

  /** Returns as many of these jobs as fit in one page, in this order. */
  Page<Job> page(Session session, Collection<Long> seqs, int limit, boolean payloads)
      throws SQLException {
    return find(session, seqs, payloads).page(limit, rows::job, PageBytes::of);
  }

  private NamedStatement find(Session session, Collection<Long> seqs, boolean payloads)
      throws SQLException {
    String running = running(session, seqs);
    return session
        .statement(JOBS)
        .text("running", running)
        .text("job_seqs", seqs.toString())
        .flag("payloads", payloads);
  }

  /** Returns the running jobs among these, as JSON. */
  private String running(Session session, Collection<Long> seqs) throws SQLException {
    long resting = session.statement(RESTING).text("job_seqs", seqs.toString()).number();
    // Leases are read only if at least one of the jobs is running.
    return resting == seqs.size()
        ? "[]"
        : RunningJob.json(ofThese(session, seqs).values().stream().toList());
  }

  private Map<Long, RunningJob> ofThese(Session session, Collection<Long> seqs)
      throws SQLException {
    return RunningJob.all(session, leases).stream()
        .filter(each -> seqs.contains(each.job().seq()))
        .collect(
            Collectors.toMap(
                each -> each.job().seq(), each -> each, (one, other) -> other, TreeMap::new));
  }

  /** Returns the latest attempts of jobs, including running attempts, oldest first. */
  List<Attempt> attempts(Session session, AttemptFilter filter) throws SQLException {
    List<RunningJob> running = RunningJob.all(session, leases);
    List<Attempt> latest = new ArrayList<>();
    long bytes = 0;
    Integer before = filter.before();
    for (JobId id : filter.jobs()) {
      int limit = filter.limit() - latest.size();
      if (limit < 1 || bytes >= PageBytes.MAX) {
        break;
      }
      List<Attempt> found = attempts(session, id, filter.before(before).limit(limit), running);
      latest.addAll(found);
      bytes += found.stream().mapToLong(PageBytes::of).sum();
      before = null;
    }
    List<Attempt> page = PageBytes.cut(latest, PageBytes::of);
    Collections.reverse(page);
    return List.copyOf(page);
  }

  /** Returns the latest attempts of one job, newest first. */
  private List<Attempt> attempts(
      Session session, JobId id, AttemptFilter filter, List<RunningJob> running)
      throws SQLException {
    Long job = seq(session, id);
    if (job == null) {
      return List.of();
    }
    Integer before = filter.before();
    List<Attempt> latest = new ArrayList<>();
    running.stream()
        .filter(each -> each.job().seq() == job)
        .filter(each -> filter.failureKind() == null) // a running attempt has no failure
        .filter(each -> before == null || each.job().number().entry() < before)
        .findFirst()
        .ifPresent(each -> latest.add(each.attempt(id)));
    int limit = filter.limit() - latest.size();
    latest.addAll(
        session
            .statement(ATTEMPTS)
            .number("job_seq", job)
            .numberOrNull("before", before)
            .text("failure_kind", filter.failureKind() == null ? null : filter.failureKind().name())
            .number("limit", limit)
            .flag("texts", filter.texts())
            .page(limit, rows::attempt, PageBytes::of)
            .items());
    return latest;
  }
}
