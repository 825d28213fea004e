package io.taskforge.jdbc.postgres;

import io.taskforge.failure.FailureFingerprint;
import io.taskforge.failure.FailureKind;
import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.FailureGroupTrends;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.job.QueueName;
import io.taskforge.query.FailureGroup;
import io.taskforge.query.FailureGroupFilter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Failed attempts grouped by fingerprint. */
final class FailureGroups {
  // The sample is a job that users can open, so attempts of purged jobs are not counted.
  private static final String GROUPS =
      """
      WITH alike AS MATERIALIZED (
        SELECT
          a.fingerprint, count(*) AS count, min(a.finished_at) AS first_seen,
          max(a.finished_at) AS last_seen, array_agg(DISTINCT a.queue) AS queues,
          array_agg(DISTINCT a.worker_version) AS versions
        FROM ${prefix}attempt a
        WHERE a.fingerprint IS NOT NULL
          AND (:fingerprint::text IS NULL OR a.fingerprint = :fingerprint::text)
          AND (:from::timestamptz IS NULL OR a.finished_at >= :from::timestamptz)
          AND (:queue::text IS NULL OR a.queue = :queue::text)
          AND (:tenant::text IS NULL OR a.tenant = :tenant::text)
          AND EXISTS (SELECT FROM ${prefix}job j WHERE j.id = a.job_id)
        GROUP BY a.fingerprint
        ORDER BY 2 DESC, 4 DESC, a.fingerprint COLLATE "C"
        LIMIT :limit),
      dead AS MATERIALIZED (
        SELECT a.fingerprint, count(*) AS count
        FROM ${prefix}finished f
        JOIN ${prefix}attempt a ON a.job_id = f.job_id AND a.attempt = f.attempt
        WHERE f.state = 'DEAD'
          AND a.fingerprint IS NOT NULL
          AND (:fingerprint::text IS NULL OR a.fingerprint = :fingerprint::text)
          AND (:from::timestamptz IS NULL OR a.finished_at >= :from::timestamptz)
          AND (:queue::text IS NULL OR a.queue = :queue::text)
          AND (:tenant::text IS NULL OR a.tenant = :tenant::text)
        GROUP BY a.fingerprint)
      SELECT
        g.fingerprint, g.count, g.first_seen, g.last_seen, g.queues, g.versions, s.job_id, s.error_type,
        s.failure_kind, s.message, COALESCE(d.count, 0) AS dead
      FROM alike g
      CROSS JOIN LATERAL (
        SELECT a.job_id, a.error_type, a.failure_kind, a.message
        FROM ${prefix}attempt a
        WHERE a.fingerprint = g.fingerprint
          AND a.finished_at = g.last_seen
          AND (:queue::text IS NULL OR a.queue = :queue::text)
          AND (:tenant::text IS NULL OR a.tenant = :tenant::text)
          AND EXISTS (SELECT FROM ${prefix}job j WHERE j.id = a.job_id)
        ORDER BY a.job_id DESC, a.attempt DESC
        LIMIT 1) s
      LEFT JOIN dead d ON d.fingerprint = g.fingerprint
      ORDER BY g.count DESC, g.last_seen DESC, g.fingerprint COLLATE "C"
      """;

  private static final String HOURS =
      """
      SELECT a.fingerprint, h.ago, count(*)
      FROM ${prefix}attempt a
      CROSS JOIN LATERAL (
        SELECT greatest(0, floor(extract(epoch FROM
          COALESCE(:now::timestamptz, statement_timestamp()) - a.finished_at) / 3600))::integer
          AS ago) h
      WHERE a.fingerprint = ANY (:fingerprints::text[])
        AND a.finished_at
          > COALESCE(:now::timestamptz, statement_timestamp()) - :hours::integer * interval '1 hour'
        AND (:from::timestamptz IS NULL OR a.finished_at >= :from::timestamptz)
        AND (:queue::text IS NULL OR a.queue = :queue::text)
        AND (:tenant::text IS NULL OR a.tenant = :tenant::text)
        AND EXISTS (SELECT FROM ${prefix}job j WHERE j.id = a.job_id)
      GROUP BY a.fingerprint, h.ago
      """;

  private final Columns columns;

  private final Statements statements;

  FailureGroups(Statements statements, Columns columns) {
    this.statements = statements;
    this.columns = columns;
  }

  List<FailureGroup> groups(Connection connection, FailureGroupFilter filter) throws SQLException {
    List<FailureGroup> groups;
    try (NamedStatement statement = statements.planned(connection, GROUPS)) {
      groups =
          statement
              .instant("from", filter.from())
              .textOf("queue", filter.queue())
              .textOf("tenant", filter.tenant())
              .textOf("fingerprint", filter.fingerprint())
              .number("limit", filter.limit())
              .list(this::group);
    }
    return groups.isEmpty() ? groups : withHours(connection, filter, groups);
  }

  private List<FailureGroup> withHours(
      Connection connection, FailureGroupFilter filter, List<FailureGroup> groups)
      throws SQLException {
    FailureGroupTrends trends = new FailureGroupTrends();
    try (NamedStatement statement = statements.planned(connection, HOURS)) {
      statement
          .instant("from", filter.from())
          .textOf("queue", filter.queue())
          .textOf("tenant", filter.tenant())
          .number("hours", FailureGroup.HOURS)
          .texts(
              "fingerprints",
              groups.stream().map(g -> g.fingerprint().value()).toArray(String[]::new))
          .list(row -> trends.add(row.getString(1), row.getInt(2), row.getLong(3)));
    }
    return trends.of(groups);
  }

  private FailureGroup group(ResultSet row) throws SQLException {
    return new FailureGroup(
        new FailureFingerprint(columns.text(row, "fingerprint")),
        row.getLong("count"),
        new FailureGroup.Seen(
            columns.instant(row, "first_seen"), columns.instant(row, "last_seen"), List.of()),
        names(row, "queues").map(QueueName::new).collect(Collectors.toSet()),
        names(row, "versions").collect(Collectors.toSet()),
        new FailureGroup.Sample(
            columns.id(row, "job_id"),
            columns.text(row, "error_type"),
            FailureKind.valueOf(columns.text(row, "failure_kind")),
            columns.text(row, "message")),
        row.getLong("dead"));
  }

  private static Stream<String> names(ResultSet row, String column) throws SQLException {
    Object names = Objects.requireNonNull(row.getArray(column)).getArray();
    return Arrays.stream((String[]) names)
        .filter(Objects::nonNull)
        .sorted()
        .limit(FailureGroup.MAX_NAMED);
  }
}
