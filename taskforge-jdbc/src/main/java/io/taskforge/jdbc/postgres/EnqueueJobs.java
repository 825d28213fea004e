package io.taskforge.jdbc.postgres;

import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.Rows;
import io.taskforge.job.Enqueued;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.NewJob;
import io.taskforge.job.TenantId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Stores any number of new jobs in one statement. */
final class EnqueueJobs {
  // The rows of ready are built from RETURNING, without a join. A value that is the same in all
  // jobs is a parameter of its own (:all_...), and its array is null. STORE_NEW is the same
  // statement for jobs that cannot conflict.
  private static final String STORE =
      """
      WITH stored AS (
        INSERT INTO ${prefix}job (
          id, created_at, run_at, timeout_us, deadline, priority, queue, type, tenant, guarantee,
          payload, retry_policy, idempotency_key, schedule, lane_key,
          trace_context, tags)
        SELECT
          id,
          COALESCE(:now::timestamptz, statement_timestamp()),
          COALESCE(
            'epoch'::timestamptz
              + COALESCE(run_at_us, :all_run_ats::bigint) * interval '1 microsecond',
            COALESCE(:now::timestamptz, statement_timestamp())
              + COALESCE(delay_us, :all_delays::bigint) * interval '1 microsecond'),
          COALESCE(timeout_us, :all_timeouts::bigint),
          'epoch'::timestamptz
            + COALESCE(deadline_us, :all_deadlines::bigint) * interval '1 microsecond',
          COALESCE(priority, :all_priorities::integer),
          COALESCE(queue, :all_queues::text),
          COALESCE(type, :all_types::text),
          COALESCE(tenant, :all_tenants::text),
          COALESCE(guarantee, :all_guarantees::text),
          COALESCE(payload, :all_payloads::text),
          COALESCE(retry_policy, :all_policies::text),
          COALESCE(idempotency_key, :all_keys::text),
          COALESCE(schedule, :all_schedules::text),
          COALESCE(lane_key, :all_lane_keys::text),
          COALESCE(trace_context, :all_traces::text),
          string_to_array(COALESCE(tags, :all_tags::text), ' ')
        FROM unnest(
          :ids::uuid[], :run_ats::bigint[], :delays::bigint[], :timeouts::bigint[],
          :deadlines::bigint[], :priorities::integer[], :queues::text[], :types::text[],
          :tenants::text[], :guarantees::text[], :payloads::text[], :policies::text[],
          :keys::text[], :schedules::text[], :lane_keys::text[], :traces::text[], :tags::text[])
          AS given(
            id, run_at_us, delay_us, timeout_us, deadline_us, priority, queue, type, tenant,
            guarantee, payload, retry_policy, idempotency_key, schedule, lane_key,
            trace_context, tags)
        ON CONFLICT DO NOTHING
        RETURNING id, created_at, run_at, priority, queue, type, tenant, lane_key),
      waiting AS (
        INSERT INTO ${prefix}ready (
          job_id, run_at, attempt, failures, lost_leases, interruptions, priority, queue, type,
          tenant, lane_key)
        SELECT id, run_at, 0, 0, 0, 0, priority, queue, type, tenant, lane_key FROM stored)
      SELECT id, created_at FROM stored
      """;

  // Looking for conflicts costs a quarter of the statement: it tests each unique index twice, and
  // writes a WAL record more. Jobs without idempotency keys are new, except after a lost answer.
  private static final String STORE_NEW =
      """
      WITH stored AS (
        INSERT INTO ${prefix}job (
          id, created_at, run_at, timeout_us, deadline, priority, queue, type, tenant, guarantee,
          payload, retry_policy, idempotency_key, schedule, lane_key,
          trace_context, tags)
        SELECT
          id,
          COALESCE(:now::timestamptz, statement_timestamp()),
          COALESCE(
            'epoch'::timestamptz
              + COALESCE(run_at_us, :all_run_ats::bigint) * interval '1 microsecond',
            COALESCE(:now::timestamptz, statement_timestamp())
              + COALESCE(delay_us, :all_delays::bigint) * interval '1 microsecond'),
          COALESCE(timeout_us, :all_timeouts::bigint),
          'epoch'::timestamptz
            + COALESCE(deadline_us, :all_deadlines::bigint) * interval '1 microsecond',
          COALESCE(priority, :all_priorities::integer),
          COALESCE(queue, :all_queues::text),
          COALESCE(type, :all_types::text),
          COALESCE(tenant, :all_tenants::text),
          COALESCE(guarantee, :all_guarantees::text),
          COALESCE(payload, :all_payloads::text),
          COALESCE(retry_policy, :all_policies::text),
          COALESCE(idempotency_key, :all_keys::text),
          COALESCE(schedule, :all_schedules::text),
          COALESCE(lane_key, :all_lane_keys::text),
          COALESCE(trace_context, :all_traces::text),
          string_to_array(COALESCE(tags, :all_tags::text), ' ')
        FROM unnest(
          :ids::uuid[], :run_ats::bigint[], :delays::bigint[], :timeouts::bigint[],
          :deadlines::bigint[], :priorities::integer[], :queues::text[], :types::text[],
          :tenants::text[], :guarantees::text[], :payloads::text[], :policies::text[],
          :keys::text[], :schedules::text[], :lane_keys::text[], :traces::text[], :tags::text[])
          AS given(
            id, run_at_us, delay_us, timeout_us, deadline_us, priority, queue, type, tenant,
            guarantee, payload, retry_policy, idempotency_key, schedule, lane_key,
            trace_context, tags)
        RETURNING id, created_at, run_at, priority, queue, type, tenant, lane_key),
      waiting AS (
        INSERT INTO ${prefix}ready (
          job_id, run_at, attempt, failures, lost_leases, interruptions, priority, queue, type,
          tenant, lane_key)
        SELECT id, run_at, 0, 0, 0, 0, priority, queue, type, tenant, lane_key FROM stored)
      SELECT id, created_at FROM stored LIMIT 1
      """;

  private static final String KNOWN =
      """
      SELECT id, tenant, idempotency_key FROM ${prefix}job WHERE id = ANY (:ids::uuid[])
      UNION ALL
      SELECT j.id, j.tenant, j.idempotency_key
      FROM unnest(:tenants::text[], :keys::text[]) AS given(tenant, idempotency_key)
      JOIN ${prefix}job j
        ON j.tenant = given.tenant AND j.idempotency_key = given.idempotency_key
      """;

  // A retry is needed only if the job with the same key was purged between two statements.
  private static final int TRIES = 5;

  private final Statements statements;
  private final Columns columns = new PostgresColumns();

  EnqueueJobs(Statements statements) {
    this.statements = statements;
  }

  private record TenantKey(TenantId tenant, IdempotencyKey key) {}

  /** Stores jobs and returns the results in the same order. */
  List<Enqueued> enqueue(Connection connection, List<NewJob> jobs) throws SQLException {
    Map<JobId, NewJob> left = new LinkedHashMap<>();
    jobs.forEach(job -> left.putIfAbsent(job.id(), job));
    Map<JobId, Instant> created = new HashMap<>();
    Map<JobId, JobId> earlier = new HashMap<>();
    for (int tried = 0; !left.isEmpty(); tried++) {
      if (tried == TRIES) {
        throw new SQLException("jobs with the same keys were purged concurrently", "40001");
      }
      created.putAll(store(connection, List.copyOf(left.values())));
      left.keySet().removeAll(created.keySet());
      if (!left.isEmpty()) {
        earlier.putAll(known(connection, List.copyOf(left.values())));
        left.keySet().removeAll(earlier.keySet());
      }
    }
    List<Enqueued> answers = new ArrayList<>(jobs.size());
    for (NewJob job : jobs) {
      // The first of two equal ids has created the job; the second has not.
      Instant at = created.remove(job.id());
      answers.add(
          new Enqueued(
              earlier.getOrDefault(job.id(), job.id()), at == null ? null : job.stored(at)));
    }
    return answers;
  }

  private Map<JobId, Instant> store(Connection connection, List<NewJob> jobs) throws SQLException {
    // In a transaction of several statements, a conflict would end the transaction.
    if (connection.getAutoCommit() && jobs.stream().allMatch(job -> job.idempotencyKey() == null)) {
      try {
        Instant at = insert(connection, STORE_NEW, jobs).values().iterator().next();
        return jobs.stream().collect(Collectors.toMap(NewJob::id, job -> at));
      } catch (SQLException e) {
        if (!"23505".equals(e.getSQLState())) { // a unique key exists
          throw e;
        }
      }
    }
    return insert(connection, STORE, jobs);
  }

  private Map<JobId, Instant> insert(Connection connection, String sql, List<NewJob> jobs)
      throws SQLException {
    int size = jobs.size();
    UUID[] ids = new UUID[size];
    @Nullable Long[] runAts = new Long[size];
    Long[] delays = new Long[size];
    @Nullable Long[] timeouts = new Long[size];
    @Nullable Long[] deadlines = new Long[size];
    Integer[] priorities = new Integer[size];
    String[] queues = new String[size];
    String[] types = new String[size];
    String[] tenants = new String[size];
    String[] guarantees = new String[size];
    String[] payloads = new String[size];
    @Nullable String[] policies = new String[size];
    @Nullable String[] keys = new String[size];
    @Nullable String[] schedules = new String[size];
    String[] laneKeys = new String[size];
    @Nullable String[] traces = new String[size];
    @Nullable String[] tags = new String[size];
    for (int i = 0; i < size; i++) {
      NewJob job = jobs.get(i);
      ids[i] = job.id().value();
      runAts[i] = PostgresColumns.sinceEpoch(job.runAt());
      delays[i] = job.delay().toNanos() / 1_000;
      timeouts[i] = Columns.micros(job.timeout());
      deadlines[i] = PostgresColumns.sinceEpoch(job.deadline());
      priorities[i] = job.priority();
      queues[i] = job.queue().value();
      types[i] = job.type().value();
      tenants[i] = job.tenant().value();
      guarantees[i] = job.guarantee().name();
      payloads[i] = job.payload().json();
      policies[i] = job.retryPolicy();
      keys[i] = job.idempotencyKey() == null ? null : job.idempotencyKey().value();
      schedules[i] = job.schedule() == null ? null : job.schedule().value();
      laneKeys[i] = job.laneKey();
      traces[i] = job.trace() == null ? null : job.trace().toString();
      tags[i] = Rows.text(job.tags());
    }
    Map<JobId, Instant> stored = new HashMap<>();
    try (NamedStatement statement = statements.on(connection, sql)) {
      statement
          .ids("ids", ids)
          .longsOrOne("run_ats", runAts)
          .longsOrOne("delays", delays)
          .longsOrOne("timeouts", timeouts)
          .longsOrOne("deadlines", deadlines)
          .intsOrOne("priorities", priorities)
          .textsOrOne("queues", queues)
          .textsOrOne("types", types)
          .textsOrOne("tenants", tenants)
          .textsOrOne("guarantees", guarantees)
          .textsOrOne("payloads", payloads)
          .textsOrOne("policies", policies)
          .textsOrOne("keys", keys)
          .textsOrOne("schedules", schedules)
          .textsOrOne("lane_keys", laneKeys)
          .textsOrOne("traces", traces)
          .textsOrOne("tags", tags);
      try (ResultSet rows = statement.query()) {
        Instant at = null;
        while (rows.next()) {
          at = at == null ? columns.instant(rows, "created_at") : at; // the same in each row
          stored.put(new JobId(rows.getObject("id", UUID.class)), at);
        }
      }
    }
    return stored;
  }

  /** Finds existing jobs: by id, else by tenant and idempotency key. */
  private Map<JobId, JobId> known(Connection connection, List<NewJob> jobs) throws SQLException {
    List<NewJob> keyed = jobs.stream().filter(job -> job.idempotencyKey() != null).toList();
    Set<JobId> ids = new HashSet<>();
    Map<TenantKey, JobId> byKey = new HashMap<>();
    try (NamedStatement statement = statements.planned(connection, KNOWN)) {
      statement
          .ids("ids", jobs.stream().map(job -> job.id().value()).toArray(UUID[]::new))
          .texts("tenants", keyed.stream().map(job -> job.tenant().value()).toArray(String[]::new))
          .texts("keys", keyed.stream().map(EnqueueJobs::key).toArray(String[]::new));
      try (ResultSet rows = statement.query()) {
        while (rows.next()) {
          JobId id = new JobId(rows.getObject("id", UUID.class));
          String key = rows.getString("idempotency_key");
          ids.add(id);
          if (key != null) {
            TenantId tenant = new TenantId(rows.getString("tenant"));
            byKey.put(new TenantKey(tenant, new IdempotencyKey(key)), id);
          }
        }
      }
    }
    Map<JobId, JobId> found = new HashMap<>();
    for (NewJob job : jobs) {
      IdempotencyKey key = job.idempotencyKey();
      JobId id =
          ids.contains(job.id())
              ? job.id()
              : key == null ? null : byKey.get(new TenantKey(job.tenant(), key));
      if (id != null) {
        found.put(job.id(), id);
      }
    }
    return found;
  }

  private static @Nullable String key(NewJob job) {
    return job.idempotencyKey() == null ? null : job.idempotencyKey().value();
  }
}
