package io.taskforge.jdbc.postgres;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureKind;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.Run;
import io.taskforge.job.TenantId;
import io.taskforge.job.Transition;
import io.taskforge.job.Verdict;
import io.taskforge.job.WorkerId;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.JobStore;
import io.taskforge.store.Settlement;
import io.taskforge.testing.ManualClock;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** A store in its own schema, with methods that create jobs and count rows. */
final class PostgresFixture implements AutoCloseable {
  static final QueueName QUEUE = new QueueName("mail");
  static final JobTypeName TYPE = new JobTypeName("send-mail");

  final String schema;
  final ManualClock clock = ManualClock.startingAt("2030-01-01T12:00:00Z");
  final PostgresJobStore store;
  private final boolean shared;
  private final AtomicLong ids = new AtomicLong();

  PostgresFixture() {
    this(PostgresDatabase.freshSchema(), false);
  }

  private PostgresFixture(String schema, boolean shared) {
    this.schema = schema;
    this.shared = shared;
    this.store =
        PostgresJobStore.builder(PostgresDatabase.dataSource()).schema(schema).clock(clock).build();
  }

  /** Uses a schema that all tests of a class share, which is faster than creating one for each. */
  static PostgresFixture in(String schema) {
    return new PostgresFixture(schema, true);
  }

  NewJob job() {
    long high = clock.instant().toEpochMilli() << 16 | 0x7000L;
    return NewJob.of(
        new JobIdentity(
            new JobId(new UUID(high, Long.MIN_VALUE | ids.incrementAndGet())),
            QUEUE,
            TYPE,
            TenantId.DEFAULT),
        new Payload("{}"));
  }

  List<NewJob> jobs(int count) {
    List<NewJob> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      jobs.add(job());
    }
    return jobs;
  }

  List<ClaimedJob> claim(int limit) {
    return store.claim(request(limit));
  }

  static ClaimRequest request(int limit) {
    return request(limit, Set.of(TYPE));
  }

  static ClaimRequest request(int limit, Set<JobTypeName> types) {
    return new ClaimRequest(
        new ClaimRequest.Lease(new WorkerId("worker-1"), JobStore.DEFAULT_LEASE),
        List.of(new ClaimRequest.QueueLimit(QUEUE, limit)),
        types,
        limit);
  }

  /** Enqueues a job, runs it and ends it in a state other than DEAD. */
  JobId finished(JobState state) {
    NewJob job = job();
    store.enqueue(List.of(job));
    claim(1).forEach(one -> store.commit(List.of(ended(one, state))));
    return job.id();
  }

  static Settlement succeeded(ClaimedJob job) {
    return ended(job, JobState.SUCCEEDED);
  }

  static Settlement ended(ClaimedJob job, JobState state) {
    return new Settlement(
        job,
        new WorkerId("worker-1"),
        Run.of(job.claimedAt(), Duration.ofMillis(1)),
        Verdict.of(
            AttemptStatus.SUCCEEDED,
            transition(state),
            new Verdict.Finish(state, null),
            job.counters(),
            null,
            ""));
  }

  /** A failed attempt whose job runs again at once. */
  static Settlement retried(ClaimedJob job) {
    return new Settlement(
        job,
        new WorkerId("worker-1"),
        Run.of(job.claimedAt(), Duration.ofMillis(1)),
        Verdict.of(
            AttemptStatus.FAILED,
            Transition.RETRY_SCHEDULED,
            new Verdict.RunAgain(Duration.ZERO, true),
            job.counters().failed(),
            Failure.of(ErrorType.of("timeout"), FailureKind.TRANSIENT, "no answer in 5 s"),
            "retry at once"));
  }

  private static Transition transition(JobState state) {
    return switch (state) {
      case FAILED -> Transition.GAVE_UP;
      case CANCELLED -> Transition.DISCARDED;
      default -> Transition.COMPLETED;
    };
  }

  /** Counts rows, with a condition. */
  long rows(String tableAndCondition) throws SQLException {
    return PostgresDatabase.number(
        "SELECT count(*) FROM " + schema + ".taskforge_" + tableAndCondition);
  }

  /** Whether the table exists. */
  boolean exists(String table) throws SQLException {
    return PostgresDatabase.number(
            "SELECT count(*) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE n.nspname = '%s' AND c.relname = 'taskforge_%s'".formatted(schema, table))
        == 1;
  }

  @Override
  public void close() throws SQLException {
    store.close();
    if (shared) {
      PostgresDatabase.empty(schema);
    } else {
      PostgresDatabase.drop(schema);
    }
  }
}
