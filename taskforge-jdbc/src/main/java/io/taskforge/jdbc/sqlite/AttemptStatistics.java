package io.taskforge.jdbc.sqlite;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobId;
import io.taskforge.job.QueueName;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import io.taskforge.stats.RetryCounts;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Statistics over attempts. */
final class AttemptStatistics {
  private static final String TALLIES =
      """
      SELECT retry, status, started_at IS NOT NULL AS started, count(*), count(delay_us),
        coalesce(avg(delay_us), 0)
      FROM ${prefix}attempt INDEXED BY ${prefix}attempt_trouble
      WHERE (retry > 0 OR status = 'FAILED')
        AND queue = ? AND finished_at >= ? AND finished_at < ?
      GROUP BY retry, status, started
      """;
  // The known CTE steps through the distinct fingerprints, which are few, so that of each only the
  // period is read.
  private static final String GROUPS =
      """
      WITH RECURSIVE known (fingerprint) AS (
        SELECT min(fingerprint) FROM ${prefix}attempt WHERE fingerprint IS NOT NULL
        UNION ALL
        SELECT (SELECT min(a.fingerprint) FROM ${prefix}attempt a WHERE a.fingerprint > k.fingerprint)
        FROM known k WHERE k.fingerprint IS NOT NULL)
      SELECT k.fingerprint, count(*) AS count, min(a.finished_at), max(a.finished_at) AS last_seen,
        group_concat(DISTINCT a.queue)
      FROM known k
      CROSS JOIN ${prefix}attempt a INDEXED BY ${prefix}attempt_failure
        ON a.fingerprint = k.fingerprint AND a.finished_at >= ?1
      WHERE (?2 IS NULL OR a.queue = ?2) AND (?3 IS NULL OR a.tenant = ?3)
      GROUP BY k.fingerprint
      ORDER BY count DESC, last_seen DESC, k.fingerprint LIMIT ?4
      """;
  private static final String SAMPLE =
      """
      SELECT j.id, a.error_type, a.failure_kind, a.message
      FROM ${prefix}attempt a INDEXED BY ${prefix}attempt_failure
      CROSS JOIN ${prefix}job j ON j.seq = a.job_seq
      WHERE a.fingerprint = ?4 AND a.finished_at = ?1
        AND (?2 IS NULL OR a.queue = ?2) AND (?3 IS NULL OR a.tenant = ?3)
      ORDER BY j.id DESC, a.attempt DESC LIMIT 1
      """;
  private static final String DEAD =
      """
      SELECT a.fingerprint, count(*)
      FROM ${prefix}finished f INDEXED BY ${prefix}finished_unsuccessful
      CROSS JOIN ${prefix}attempt a ON a.job_seq = f.job_seq AND a.attempt = f.attempt
      WHERE f.state = 'DEAD' AND f.state <> 'SUCCEEDED'
        AND a.fingerprint IS NOT NULL AND a.finished_at >= ?1
        AND (?2 IS NULL OR a.queue = ?2) AND (?3 IS NULL OR a.tenant = ?3)
      GROUP BY a.fingerprint
      """;

  private final String tallies;
  private final String groups;
  private final String sample;
  private final String dead;

  AttemptStatistics(String prefix) {
    tallies = TALLIES.replace("${prefix}", prefix);
    groups = GROUPS.replace("${prefix}", prefix);
    sample = SAMPLE.replace("${prefix}", prefix);
    dead = DEAD.replace("${prefix}", prefix);
  }

  private record Alike(
      String fingerprint, long count, long firstSeen, long lastSeen, Set<QueueName> queues) {}

  private record Sample(JobId job, String errorType, FailureKind kind, String message) {}

  private record Dead(String fingerprint, long count) {}

  List<RetryCounts> tallies(Session session, QueueName queue, Instant from, Instant to)
      throws SQLException {
    return session.query(
        tallies,
        row ->
            new RetryCounts(
                row.getInt(1),
                AttemptStatus.valueOf(row.getString(2)),
                row.getInt(3) != 0,
                row.getLong(4),
                row.getLong(5),
                Duration.of(Math.round(row.getDouble(6)), ChronoUnit.MICROS)),
        queue.value(),
        SqliteColumns.micros(from),
        SqliteColumns.micros(to));
  }

  List<FailureGroup> groups(Session session, FailureGroupFilter filter) throws SQLException {
    Long from = filter.from() == null ? Long.MIN_VALUE : SqliteColumns.micros(filter.from());
    String queue = filter.queue() == null ? null : filter.queue().value();
    String tenant = filter.tenant() == null ? null : filter.tenant().value();
    List<Alike> alike =
        session.query(
            groups,
            row ->
                new Alike(
                    row.getString(1),
                    row.getLong(2),
                    row.getLong(3),
                    row.getLong(4),
                    queues(row.getString(5))),
            from,
            queue,
            tenant,
            filter.limit());
    Map<String, Long> dying = new HashMap<>();
    session
        .query(dead, row -> new Dead(row.getString(1), row.getLong(2)), from, queue, tenant)
        .forEach(each -> dying.put(each.fingerprint, each.count));
    List<FailureGroup> found = new ArrayList<>(alike.size());
    for (Alike each : alike) {
      Sample last = sample(session, each, queue, tenant);
      found.add(
          new FailureGroup(
              new FailureFingerprint(each.fingerprint),
              last.errorType,
              last.kind,
              each.count,
              SqliteColumns.instant(each.firstSeen),
              SqliteColumns.instant(each.lastSeen),
              each.queues,
              last.job,
              last.message,
              dying.getOrDefault(each.fingerprint, 0L)));
    }
    return List.copyOf(found);
  }

  private Sample sample(
      Session session, Alike alike, @Nullable String queue, @Nullable String tenant)
      throws SQLException {
    Sample last =
        session.first(
            sample,
            row ->
                new Sample(
                    SqliteColumns.id(row.getBytes(1)),
                    row.getString(2),
                    FailureKind.valueOf(row.getString(3)),
                    row.getString(4)),
            alike.lastSeen,
            queue,
            tenant,
            alike.fingerprint);
    return Objects.requireNonNull(last);
  }

  private static Set<QueueName> queues(String names) {
    return Arrays.stream(names.split(",", -1))
        .sorted()
        .limit(FailureGroup.MAX_QUEUES)
        .map(QueueName::new)
        .collect(Collectors.toSet());
  }
}
