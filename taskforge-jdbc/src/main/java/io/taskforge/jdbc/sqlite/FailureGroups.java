package io.taskforge.jdbc.sqlite;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.jdbc.FailureGroupTrends;
import io.taskforge.job.QueueName;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
        group_concat(DISTINCT a.queue), group_concat(DISTINCT a.worker_version)
      FROM known k
      CROSS JOIN ${prefix}attempt a INDEXED BY ${prefix}attempt_failure
        ON a.fingerprint = k.fingerprint AND a.finished_at >= :from
      WHERE (:fingerprint IS NULL OR k.fingerprint = :fingerprint)
        AND (:queue IS NULL OR a.queue = :queue) AND (:tenant IS NULL OR a.tenant = :tenant)
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
  private static final String HOURS =
      """
      SELECT max(0, (:now - a.finished_at) / 3600000000) AS ago, count(*)
      FROM ${prefix}attempt a INDEXED BY ${prefix}attempt_failure
      WHERE a.fingerprint = :fingerprint AND a.finished_at > :now - :hours * 3600000000
        AND a.finished_at >= :from
        AND (:queue IS NULL OR a.queue = :queue) AND (:tenant IS NULL OR a.tenant = :tenant)
      GROUP BY ago
      """;

  private record Alike(
      String fingerprint,
      long count,
      long firstSeen,
      long lastSeen,
      Set<QueueName> queues,
      Set<String> versions) {}

  private record Dead(String fingerprint, long count) {}

  List<FailureGroup> groups(Session session, FailureGroupFilter filter, Instant now)
      throws SQLException {
    List<Alike> alike =
        session
            .statement(GROUPS)
            .number("from", SqliteColumns.fromMicros(filter.from()))
            .textOf("queue", filter.queue())
            .textOf("tenant", filter.tenant())
            .textOf("fingerprint", filter.fingerprint())
            .number("limit", filter.limit())
            .list(
                row ->
                    new Alike(
                        row.getString(1),
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        names(row.getString(5)).map(QueueName::new).collect(Collectors.toSet()),
                        names(row.getString(6)).collect(Collectors.toSet())));
    Map<String, Long> dying = new HashMap<>();
    session
        .statement(DEAD)
        .number("from", SqliteColumns.fromMicros(filter.from()))
        .textOf("queue", filter.queue())
        .textOf("tenant", filter.tenant())
        .list(row -> new Dead(row.getString(1), row.getLong(2)))
        .forEach(each -> dying.put(each.fingerprint, each.count));
    List<FailureGroup> found = new ArrayList<>(alike.size());
    FailureGroupTrends trends = new FailureGroupTrends();
    for (Alike each : alike) {
      FailureGroup.Sample last = sample(session, each, filter);
      readHours(session, each.fingerprint, filter, now, trends);
      found.add(
          new FailureGroup(
              new FailureFingerprint(each.fingerprint),
              each.count,
              new FailureGroup.Seen(
                  SqliteColumns.instant(each.firstSeen),
                  SqliteColumns.instant(each.lastSeen),
                  List.of()),
              each.queues,
              each.versions,
              last,
              dying.getOrDefault(each.fingerprint, 0L)));
    }
    return trends.of(found);
  }

  private static void readHours(
      Session session,
      String fingerprint,
      FailureGroupFilter filter,
      Instant now,
      FailureGroupTrends trends)
      throws SQLException {
    session
        .statement(HOURS)
        .number("now", SqliteColumns.micros(now))
        .number("hours", FailureGroup.HOURS)
        .number("from", SqliteColumns.fromMicros(filter.from()))
        .textOf("queue", filter.queue())
        .textOf("tenant", filter.tenant())
        .text("fingerprint", fingerprint)
        .list(row -> trends.add(fingerprint, row.getInt(1), row.getLong(2)));
  }

  private FailureGroup.Sample sample(Session session, Alike alike, FailureGroupFilter filter)
      throws SQLException {
    FailureGroup.Sample last =
        session
            .statement(SAMPLE)
            .number("last_seen", alike.lastSeen)
            .textOf("queue", filter.queue())
            .textOf("tenant", filter.tenant())
            .text("fingerprint", alike.fingerprint)
            .first(
                row ->
                    new FailureGroup.Sample(
                        SqliteColumns.id(row.getBytes(1)),
                        row.getString(2),
                        FailureKind.valueOf(row.getString(3)),
                        row.getString(4)));
    return Objects.requireNonNull(last);
  }

  /** Neither names of queues nor versions contain a comma. */
  private static Stream<String> names(@Nullable String names) {
    return names == null
        ? Stream.of()
        : Arrays.stream(names.split(",", -1)).sorted().limit(FailureGroup.MAX_NAMED);
  }
}
