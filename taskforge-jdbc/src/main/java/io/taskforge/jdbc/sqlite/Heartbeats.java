package io.taskforge.jdbc.sqlite;

import io.taskforge.job.JobId;
import io.taskforge.job.JobType;
import io.taskforge.job.QueueName;
import io.taskforge.job.WorkerId;
import io.taskforge.query.WorkerInfo;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Workers' signs of life, and the leases that these extend. */
final class Heartbeats {
  private static final String SEEN =
      """
      INSERT INTO ${prefix}worker (id, host, queues, types, concurrency, running, started_at,
        last_seen_at)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
      ON CONFLICT (id) DO UPDATE SET host = excluded.host, queues = excluded.queues,
        types = excluded.types, concurrency = excluded.concurrency, running = excluded.running,
        last_seen_at = excluded.last_seen_at
      """;
  private static final String EXTEND =
      """
      UPDATE ${prefix}lease SET expires_at = ?
      WHERE worker = ? AND token IN (SELECT value FROM json_each(?))
      RETURNING token
      """;
  private static final String JOB_ID =
      """
      SELECT id FROM ${prefix}job WHERE seq = ?
      """;
  private static final String DELETE =
      """
      DELETE FROM ${prefix}worker WHERE id = ?
      """;
  private static final String DELETE_SILENT =
      """
      DELETE FROM ${prefix}worker WHERE last_seen_at < ?
      """;
  private static final String SEEN_SINCE =
      """
      SELECT id, host, queues, types, concurrency, running, started_at, last_seen_at
      FROM ${prefix}worker WHERE last_seen_at >= ? ORDER BY id
      """;

  private final LeaseTable leases;
  private final CancelRequests cancelRequests;
  private final String seen;
  private final String extend;
  private final String jobId;
  private final String delete;
  private final String deleteSilent;
  private final String seenSince;

  Heartbeats(String prefix, LeaseTable leases, CancelRequests cancelRequests) {
    this.leases = leases;
    this.cancelRequests = cancelRequests;
    seen = SEEN.replace("${prefix}", prefix);
    extend = EXTEND.replace("${prefix}", prefix);
    jobId = JOB_ID.replace("${prefix}", prefix);
    delete = DELETE.replace("${prefix}", prefix);
    deleteSilent = DELETE_SILENT.replace("${prefix}", prefix);
    seenSince = SEEN_SINCE.replace("${prefix}", prefix);
  }

  HeartbeatAnswer heartbeat(Session session, Heartbeat beat, long now) throws SQLException {
    WorkerId worker = beat.lease().worker();
    session.update(
        seen,
        worker.value(),
        StorableText.clean(beat.host()),
        names(beat.queues(), QueueName::value),
        names(beat.types(), JobType::value),
        beat.concurrency(),
        beat.running(),
        now);
    if (beat.tokens().isEmpty()) {
      return new HeartbeatAnswer(Set.of(), Set.of());
    }
    List<Long> extended =
        session.query(
            extend,
            row -> row.getLong(1),
            SqliteColumns.later(now, beat.lease().duration()),
            worker.value(),
            beat.tokens().toString());
    Set<Long> lost = new HashSet<>(beat.tokens());
    extended.forEach(lost::remove);
    return new HeartbeatAnswer(lost, cancelRequested(session, extended));
  }

  private Set<JobId> cancelRequested(Session session, List<Long> tokens) throws SQLException {
    Set<Long> wanted = cancelRequests.all(session);
    Set<JobId> cancelled = new HashSet<>();
    if (wanted.isEmpty()) {
      return cancelled;
    }
    for (long token : tokens) {
      LeaseTable.Row lease = leases.lease(session, token);
      List<BatchedJob> jobs = leases.batch(session, token);
      for (int i = 0; i < jobs.size() && lease != null; i++) {
        long seq = jobs.get(i).seq();
        if (lease.open().get(i) && wanted.contains(seq)) {
          cancelled.addAll(session.query(jobId, row -> SqliteColumns.id(row.getBytes(1)), seq));
        }
      }
    }
    return cancelled;
  }

  int deregister(Session session, WorkerId worker) throws SQLException {
    return session.update(delete, worker.value());
  }

  /** Forgets workers that have been silent since {@code since}. */
  int forgetSilent(Session session, long since) throws SQLException {
    return session.update(deleteSilent, since);
  }

  List<WorkerInfo> seenSince(Session session, long since) throws SQLException {
    return session.query(
        seenSince,
        row ->
            new WorkerInfo(
                new WorkerId(row.getString(1)),
                row.getString(2),
                set(row.getString(3), QueueName::new),
                set(row.getString(4), JobType::new),
                row.getInt(5),
                row.getInt(6),
                SqliteColumns.instant(row.getLong(7)),
                SqliteColumns.instant(row.getLong(8))),
        since);
  }

  // Names of queues and types hold no white space.
  private static <T> String names(Collection<T> all, Function<T, String> name) {
    return all.stream().map(name).sorted().collect(Collectors.joining(" "));
  }

  private static <T> Set<T> set(String names, Function<String, T> read) {
    return Arrays.stream(names.split(" "))
        .filter(name -> !name.isEmpty())
        .map(read)
        .collect(Collectors.toSet());
  }
}
