package io.taskforge.jdbc;

import io.taskforge.audit.AuditEntry;
import io.taskforge.audit.AuditRecord;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.Attempt;
import io.taskforge.job.AttemptNumber;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.ChangeNote;
import io.taskforge.job.Counters;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.DeadLetterStay;
import io.taskforge.job.Guarantee;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.Job;
import io.taskforge.job.JobError;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.Run;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.job.TraceContext;
import io.taskforge.job.WorkerId;
import io.taskforge.query.JobPlace;
import io.taskforge.query.StatisticsFilter;
import io.taskforge.stats.AttemptCategory;
import io.taskforge.stats.AttemptTally;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeaseRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads jobs, attempts, audit entries and statistics from rows. All statements use the same column
 * names.
 */
public final class Rows {
  private final Columns columns;

  public Rows(Columns columns) {
    this.columns = columns;
  }

  /** Reads a job; state columns come from its waiting row, its lease or its finished row. */
  public Job job(ResultSet row) throws SQLException {
    return new Job(
        identity(row),
        new Payload(columns.text(row, "payload")),
        settings(row).tags(tags(row)),
        columns.instant(row, "created_at"),
        new Job.Progress(
            JobState.valueOf(columns.text(row, "state")),
            number(row),
            counters(row),
            columns.instant(row, "run_at"),
            lease(row)),
        new Job.Results(
            columns.instantOrNull(row, "finished_at"),
            orNull(row, "result", Payload::new),
            error(row),
            deadLetter(row)));
  }

  /** Reads a stay in a dead letter queue. */
  public DeadLetterStay stay(ResultSet row) throws SQLException {
    return new DeadLetterStay(
        new DeadLetter(
            columns.text(row, "dlq_reason"),
            new QueueName(columns.text(row, "moved_from_queue")),
            columns.instant(row, "moved_at")),
        new QueueName(columns.text(row, "dead_letter_queue")),
        columns.instant(row, "ended_at"),
        DeadLetterStay.End.valueOf(columns.text(row, "ended_how")),
        new ChangeNote(row.getString("ended_by"), row.getString("end_reason")));
  }

  private JobIdentity identity(ResultSet row) throws SQLException {
    return new JobIdentity(
        columns.id(row, "id"),
        new QueueName(columns.text(row, "queue")),
        new JobTypeName(columns.text(row, "type")),
        new TenantId(columns.text(row, "tenant")));
  }

  /** The tags as text: they have no spaces. Null if there are none. */
  public static @Nullable String text(List<String> tags) {
    return tags.isEmpty() ? null : String.join(" ", tags);
  }

  private static List<String> tags(ResultSet row) throws SQLException {
    String text = row.getString("tags");
    return text == null ? List.of() : List.of(text.split(" "));
  }

  private JobSettings settings(ResultSet row) throws SQLException {
    return new JobSettings(
        row.getInt("priority"),
        Guarantee.valueOf(columns.text(row, "guarantee")),
        row.getString("retry_policy"),
        new JobSettings.TimeLimits(
            columns.durationOrNull(row, "timeout_us"), columns.instantOrNull(row, "deadline")),
        new JobSettings.Origin(
            orNull(row, "idempotency_key", IdempotencyKey::new),
            orNull(row, "schedule", ScheduleId::new),
            trace(row)),
        columns.text(row, "lane_key"),
        List.of());
  }

  /** Reads the trace that a job continues, or null. */
  public @Nullable TraceContext trace(ResultSet row) throws SQLException {
    return orNull(row, "trace_context", TraceContext::parse);
  }

  /** Reads an entry of a job's history. */
  public Attempt attempt(ResultSet row) throws SQLException {
    double progress = row.getDouble("progress");
    Double progressOrNull = row.wasNull() ? null : progress;
    String log = row.getString("log");
    return new Attempt(
        columns.id(row, "job_id"),
        number(row),
        row.getInt("retry"),
        orNull(row, "worker", WorkerId::new),
        columns.instant(row, "scheduled_at"),
        columns.instantOrNull(row, "finished_at"),
        new Run(
            columns.instantOrNull(row, "started_at"),
            columns.durationOrNull(row, "duration_us"),
            log == null ? List.of() : List.of(log.split("\n", -1)),
            progressOrNull),
        new Attempt.Result(
            AttemptStatus.valueOf(columns.text(row, "status")),
            counters(row),
            failure(row),
            nextRun(row),
            row.getString("explanation")));
  }

  private Attempt.@Nullable FailureDetails failure(ResultSet row) throws SQLException {
    String type = row.getString("error_type");
    return type == null
        ? null
        : new Attempt.FailureDetails(
            FailureKind.valueOf(columns.text(row, "failure_kind")),
            type,
            row.getString("message"),
            row.getString("stack_trace"));
  }

  private Attempt.@Nullable NextRun nextRun(ResultSet row) throws SQLException {
    Duration delay = columns.durationOrNull(row, "delay_us");
    return delay == null ? null : new Attempt.NextRun(delay, columns.instant(row, "next_run_at"));
  }

  /** Reads a claimed job; {@code token} and {@code position} identify its lease. */
  public ClaimedJob claimed(ResultSet row) throws SQLException {
    return new ClaimedJob(
        identity(row),
        columns.text(row, "payload"),
        settings(row),
        new ClaimedJob.Claim(
            new LeaseRef(row.getLong("token"), row.getInt("position")),
            columns.instant(row, "claimed_at"),
            orNull(row, "lost_by", WorkerId::new),
            row.getBoolean("cancel_requested")),
        number(row),
        counters(row),
        new ClaimedJob.Timing(
            columns.instant(row, "run_at"),
            columns.instantOrNull(row, "first_started_at"),
            columns.durationOrNull(row, "previous_delay_us")));
  }

  /** Reads the number of the latest history entry and the number of attempts. */
  public static AttemptNumber number(ResultSet row) throws SQLException {
    return new AttemptNumber(row.getInt("attempt"), row.getInt("unstarted"), row.getInt("earlier"));
  }

  private static Counters counters(ResultSet row) throws SQLException {
    return new Counters(
        row.getInt("failures"), row.getInt("lost_leases"), row.getInt("interruptions"));
  }

  /** Reads the last error, or null. */
  public @Nullable JobError error(ResultSet row) throws SQLException {
    String type = row.getString("error_type");
    return type == null
        ? null
        : new JobError(
            type,
            FailureKind.valueOf(columns.text(row, "failure_kind")),
            columns.text(row, "message"));
  }

  private @Nullable DeadLetter deadLetter(ResultSet row) throws SQLException {
    String reason = row.getString("dlq_reason");
    return reason == null
        ? null
        : new DeadLetter(
            reason,
            new QueueName(columns.text(row, "moved_from_queue")),
            columns.instant(row, "moved_at"));
  }

  private Job.@Nullable RunningLease lease(ResultSet row) throws SQLException {
    String worker = row.getString("worker");
    return worker == null
        ? null
        : new Job.RunningLease(
            new WorkerId(worker),
            row.getLong("token"),
            columns.instant(row, "claimed_at"),
            columns.instant(row, "expires_at"));
  }

  /** Reads an entry of the audit log. */
  public AuditRecord audit(ResultSet row) throws SQLException {
    return new AuditRecord(
        row.getLong("seq"),
        columns.instant(row, "at"),
        new AuditEntry(
            orNull(row, "tenant", TenantId::new),
            columns.text(row, "actor"),
            columns.text(row, "action"),
            columns.text(row, "target_type"),
            columns.text(row, "target_id"),
            AuditEntry.Outcome.valueOf(columns.text(row, "outcome")),
            columns.text(row, "detail")));
  }

  /** Reads a row of tenant, queue and type. */
  public static JobPlace place(ResultSet row) throws SQLException {
    return new JobPlace(
        new TenantId(row.getString(1)),
        new QueueName(row.getString(2)),
        new JobTypeName(row.getString(3)));
  }

  /** Binds the arguments of a query for statistics and reads its rows. */
  public static List<AttemptTally> tallies(NamedStatement statement, StatisticsFilter filter)
      throws SQLException {
    return statement
        .number("from", filter.fromHour())
        .number("to", filter.toHour())
        .number("days_from", filter.wholeDaysFrom())
        .number("days_to", filter.wholeDaysTo())
        .number("step", filter.stepHours())
        .textOf("tenant", filter.tenant())
        .textOf("queue", filter.queue())
        .textOf("type", filter.type())
        .list(
            row ->
                new AttemptTally(
                    filter.start(row.getLong(1)),
                    AttemptCategory.of(row.getInt(2)),
                    row.getLong(3),
                    row.getDouble(4),
                    row.getDouble(5)));
  }

  private static <T> @Nullable T orNull(ResultSet row, String column, Function<String, T> read)
      throws SQLException {
    String text = row.getString(column);
    return text == null ? null : Objects.requireNonNull(read.apply(text));
  }
}
