package io.taskforge.jdbc.sqlite;

import io.taskforge.job.JobId;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.QueueName;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
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

/** Heartbeats: registers workers and extends their leases. */
final class Heartbeats {
  private static final String SEEN =
      """
      INSERT INTO ${prefix}worker (id, host, version, queues, types, concurrency, running,
        started_at, last_seen_at)
      VALUES (:id, :host, :version, :queues, :types, :concurrency, :running, :now, :now)
      ON CONFLICT (id) DO UPDATE SET host = excluded.host, version = excluded.version,
        queues = excluded.queues, types = excluded.types, concurrency = excluded.concurrency, running = excluded.running,
        last_seen_at = excluded.last_seen_at
      RETURNING mode
      """;
  private static final String EXTEND =
      """
      UPDATE ${prefix}lease SET expires_at = :expires_at
      WHERE worker = :worker AND token IN (SELECT value FROM json_each(:tokens))
      RETURNING token
      """;
  private static final String JOB_ID =
      """
      SELECT id FROM ${prefix}job WHERE seq = :seq
      """;
  private static final String SET_MODE =
      """
      UPDATE ${prefix}worker SET mode = :mode WHERE id = :id
      """;
  private static final String DELETE =
      """
      DELETE FROM ${prefix}worker WHERE id = :id
      """;
  private static final String DELETE_SILENT =
      """
      DELETE FROM ${prefix}worker WHERE last_seen_at < :since
      """;
  private static final String SEEN_SINCE =
      """
      SELECT id, host, version, queues, types, concurrency, running, mode, started_at,
        last_seen_at
      FROM ${prefix}worker WHERE last_seen_at >= :since ORDER BY id
      """;

  private final LeaseTable leases;
  private final CancelRequests cancelRequests;

  Heartbeats(LeaseTable leases, CancelRequests cancelRequests) {
    this.leases = leases;
    this.cancelRequests = cancelRequests;
  }

  HeartbeatAnswer heartbeat(Session session, Heartbeat beat, long now) throws SQLException {
    WorkerId worker = beat.lease().worker();
    List<WorkerMode> mode =
        session
            .statement(SEEN)
            .text("id", worker.value())
            .text("host", StorableText.clean(beat.host()))
            .text("version", StorableText.clean(beat.version()))
            .text("queues", names(beat.queues(), QueueName::value))
            .text("types", names(beat.types(), JobTypeName::value))
            .number("concurrency", beat.concurrency())
            .number("running", beat.running())
            .number("now", now)
            .list(row -> WorkerMode.valueOf(row.getString(1)));
    if (beat.tokens().isEmpty()) {
      return new HeartbeatAnswer(Set.of(), Set.of(), mode.get(0));
    }
    List<Long> extended =
        session
            .statement(EXTEND)
            .number("expires_at", SqliteColumns.later(now, beat.lease().duration()))
            .text("worker", worker.value())
            .text("tokens", beat.tokens().toString())
            .list(row -> row.getLong(1));
    Set<Long> lost = new HashSet<>(beat.tokens());
    extended.forEach(lost::remove);
    return new HeartbeatAnswer(lost, cancelRequested(session, extended), mode.get(0));
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
          cancelled.addAll(
              session
                  .statement(JOB_ID)
                  .number("seq", seq)
                  .list(row -> SqliteColumns.id(row.getBytes(1))));
        }
      }
    }
    return cancelled;
  }

  boolean setMode(Session session, WorkerId worker, WorkerMode mode) throws SQLException {
    return session.statement(SET_MODE).text("mode", mode.name()).text("id", worker.value()).update()
        > 0;
  }

  int deregister(Session session, WorkerId worker) throws SQLException {
    return session.statement(DELETE).text("id", worker.value()).update();
  }

  /** Deletes workers without a heartbeat since {@code since}. */
  int forgetSilent(Session session, long since) throws SQLException {
    return session.statement(DELETE_SILENT).number("since", since).update();
  }

  List<WorkerInfo> seenSince(Session session, long since) throws SQLException {
    return session
        .statement(SEEN_SINCE)
        .number("since", since)
        .list(
            row ->
                new WorkerInfo(
                    new WorkerId(row.getString(1)),
                    row.getString(2),
                    row.getString(3),
                    set(row.getString(4), QueueName::new),
                    set(row.getString(5), JobTypeName::new),
                    row.getInt(6),
                    row.getInt(7),
                    WorkerMode.valueOf(row.getString(8)),
                    SqliteColumns.instant(row.getLong(9)),
                    SqliteColumns.instant(row.getLong(10))));
  }

  // Names of queues and types contain no whitespace.
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
