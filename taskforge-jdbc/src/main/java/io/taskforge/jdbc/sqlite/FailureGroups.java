package io.taskforge.jdbc.sqlite;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.JobId;
import io.taskforge.job.QueueName;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Failed attempts grouped by fingerprint. */
final class FailureGroups {
  // The known CTE is a loose index scan over the distinct fingerprints, which are few. Only the
  // requested period of each fingerprint is read.
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
        ON a.fingerprint = k.fingerprint AND a.finished_at >= :from
      WHERE (:queue IS NULL OR a.queue = :queue) AND (:tenant IS NULL OR a.tenant = :tenant)
      GROUP BY k.fingerprint
      ORDER BY count DESC, last_seen DESC, k.fingerprint LIMIT :limit
      """;
  private static final String SAMPLE =
      """
      SELECT j.id, a.error_type, a.failure_kind, a.message
      FROM ${prefix}attempt a INDEXED BY ${prefix}attempt_failure
      CROSS JOIN ${prefix}job j ON j.seq = a.job_seq
      WHERE a.fingerprint = :fingerprint AND a.finished_at = :last_seen
        AND (:queue IS NULL OR a.queue = :queue) AND (:tenant IS NULL OR a.tenant = :tenant)
      ORDER BY j.id DESC, a.attempt DESC LIMIT 1
      """;
  private static final String DEAD =
      """
      SELECT a.fingerprint, count(*)
      FROM ${prefix}finished f INDEXED BY ${prefix}finished_unsuccessful
      CROSS JOIN ${prefix}attempt a ON a.job_seq = f.job_seq AND a.attempt = f.attempt
      WHERE f.state = 'DEAD' AND f.state <> 'SUCCEEDED'
        AND a.fingerprint IS NOT NULL AND a.finished_at >= :from
        AND (:queue IS NULL OR a.queue = :queue) AND (:tenant IS NULL OR a.tenant = :tenant)
      GROUP BY a.fingerprint
      """;

  private record Alike(
      String fingerprint, long count, long firstSeen, long lastSeen, Set<QueueName> queues) {}

  private record Sample(JobId job, String errorType, FailureKind kind, String message) {}

  private record Dead(String fingerprint, long count) {}

  List<FailureGroup> groups(Session session, FailureGroupFilter filter) throws SQLException {
    List<Alike> alike =
        session
            .statement(GROUPS)
            .number("from", SqliteColumns.fromMicros(filter.from()))
            .textOf("queue", filter.queue())
            .textOf("tenant", filter.tenant())
            .number("limit", filter.limit())
            .list(
                row ->
                    new Alike(
                        row.getString(1),
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        queues(row.getString(5))));
    Map<String, Long> dying = new HashMap<>();
    session
        .statement(DEAD)
        .number("from", SqliteColumns.fromMicros(filter.from()))
        .textOf("queue", filter.queue())
        .textOf("tenant", filter.tenant())
        .list(row -> new Dead(row.getString(1), row.getLong(2)))
        .forEach(each -> dying.put(each.fingerprint, each.count));
    List<FailureGroup> found = new ArrayList<>(alike.size());
    for (Alike each : alike) {
      Sample last = sample(session, each, filter);
      found.add(
          new FailureGroup(
              new FailureFingerprint(each.fingerprint),
              last.errorType,
              last.kind,
              each.count,
              new FailureGroup.Seen(
                  SqliteColumns.instant(each.firstSeen), SqliteColumns.instant(each.lastSeen)),
              each.queues,
              new FailureGroup.Sample(last.job, last.message),
              dying.getOrDefault(each.fingerprint, 0L)));
    }
    return List.copyOf(found);
  }

  private Sample sample(Session session, Alike alike, FailureGroupFilter filter)
      throws SQLException {
    Sample last =
        session
            .statement(SAMPLE)
            .number("last_seen", alike.lastSeen)
            .textOf("queue", filter.queue())
            .textOf("tenant", filter.tenant())
            .text("fingerprint", alike.fingerprint)
            .first(
                row ->
                    new Sample(
                        SqliteColumns.id(row.getBytes(1)),
                        row.getString(2),
                        FailureKind.valueOf(row.getString(3)),
                        row.getString(4)));
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
