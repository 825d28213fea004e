package io.taskforge.jdbc.postgres;

import io.taskforge.audit.AuditLog;
import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.Rows;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.job.WorkerId;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.DocumentStore;
import io.taskforge.store.FollowUps;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import io.taskforge.store.JdbcTransactions;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import io.taskforge.store.Outage;
import io.taskforge.store.Settlement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A store in PostgreSQL 12 or later, for any number of nodes. Thread-safe. Needs nothing of a
 * session, so that poolers may be between; uses the database's clock unless it is given another.
 *
 * <p>A {@link JdbcTransactions#commit} in a caller's transaction holds back other results of the
 * same claimed batch until the caller ends it: make it the last thing before the commit.
 */
public final class PostgresJobStore implements JobStore, JdbcTransactions {
  private static final String NOW =
      """
      SELECT ${now} AS now
      """;

  private final Dialect dialect;
  private final Transactions transactions;
  private final Columns columns = new PostgresColumns();
  private final NamedSql now;
  private final EnqueueJobs enqueue;
  private final ClaimCursors cursors;
  private final ClaimJobs claim;
  private final Leases leases;
  private final JobEndings ends;
  private final RedriveJobs redrive;
  private final QueueTable queues;
  private final RetentionCleanup upkeep;
  private final Queries queries;
  private final DocumentTable documents;
  private final AuditTable audit;

  PostgresJobStore(Dialect dialect, Transactions transactions, ClaimCursors cursors) {
    this.cursors = cursors;
    Rows rows = new Rows(columns);
    this.dialect = dialect;
    this.transactions = transactions;
    this.now = NamedSql.of(NOW, dialect);
    this.enqueue = new EnqueueJobs(dialect);
    this.claim = new ClaimJobs(dialect, cursors, rows);
    this.leases = new Leases(dialect, rows);
    this.ends =
        new JobEndings(
            transactions, new CommitSettlements(dialect), new ChangeJob(dialect), enqueue, cursors);
    this.redrive = new RedriveJobs(dialect);
    this.queues = new QueueTable(dialect, columns);
    this.upkeep = new RetentionCleanup(transactions, dialect);
    this.queries = new Queries(transactions, dialect, columns, rows);
    this.documents = new DocumentTable(transactions, dialect, columns);
    this.audit = new AuditTable(transactions, dialect, columns);
  }

  /**
   * Starts a store on the program's own connections, which stay open when it is closed. How long a
   * call takes to fail while the database is away depends on them: set the pool's wait, and the
   * driver's {@code connectTimeout} and {@code socketTimeout}.
   */
  public static PostgresJobStoreBuilder builder(DataSource dataSource) {
    return new PostgresJobStoreBuilder(dataSource);
  }

  /**
   * Starts a store with a connection pool of its own, on a URL such as {@code jdbc:postgresql:…}.
   * While the database is away, calls fail within two seconds.
   */
  public static PostgresJobStoreBuilder builder(String jdbcUrl) {
    return new PostgresJobStoreBuilder(jdbcUrl);
  }

  /**
   * Returns the SQL that creates the store's tables, for operators who apply it by hand.
   *
   * @param schema the database schema, or null for the connection's own
   * @param prefix the prefix of all table names
   */
  public static String schemaSql(@Nullable String schema, String prefix) {
    return SchemaMigrator.printed(new TableNames(schema, prefix));
  }

  @Override
  public List<Enqueued> enqueue(List<NewJob> jobs) {
    List<Enqueued> stored = transactions.statement("enqueue jobs", c -> enqueue.enqueue(c, jobs));
    cursors.met(jobs);
    return stored;
  }

  @Override
  public List<Enqueued> enqueue(Connection transaction, List<NewJob> jobs) {
    return transactions.joined("enqueue jobs", transaction, c -> enqueue.enqueue(c, jobs));
  }

  @Override
  public List<ClaimedJob> claim(ClaimRequest request) {
    // So few are never too large, and need no transaction that can be rolled back.
    if ((long) request.limit() * Payload.MAX_BYTES <= request.maxBytes()) {
      return transactions.statement("claim jobs", c -> claim.claim(c, request));
    }
    ClaimRequest asked = request;
    while (true) {
      ClaimRequest fewer = asked;
      try {
        return transactions.transaction("claim jobs", c -> claim.claim(c, fewer));
      } catch (ClaimJobs.TooLargeException e) {
        asked = fewer.limit(e.fitting);
      }
    }
  }

  @Override
  public List<ClaimedJob> claimExpired(ClaimRequest.Lease lease, int limit) {
    return transactions.statement(
        "claim expired leases", c -> leases.claimExpired(c, lease, limit));
  }

  @Override
  public List<CommitResult> commit(List<Settlement> settlements) {
    return ends.commit(settlements);
  }

  @Override
  public CommitResult commit(Connection transaction, Settlement settlement) {
    return ends.commit(transaction, List.of(settlement)).get(0);
  }

  @Override
  public HeartbeatAnswer heartbeat(Heartbeat heartbeat) {
    return transactions.statement("send a heartbeat", c -> leases.heartbeat(c, heartbeat));
  }

  @Override
  public void deregister(WorkerId worker) {
    transactions.statement("deregister a worker", c -> leases.deregister(c, worker));
  }

  @Override
  public ChangeResult change(JobId job, JobChange wish) {
    return ends.change(job, wish);
  }

  @Override
  public List<ChangeResult> redrive(List<JobId> ids, @Nullable QueueName target) {
    JobStore.checkRedrive(ids);
    return transactions.transaction("redrive jobs", c -> redrive.redrive(c, ids, target));
  }

  @Override
  public void putQueue(QueueName queue, QueueSettings settings) {
    transactions.statement("put a queue", c -> queues.put(c, queue, settings));
  }

  @Override
  public Optional<Queue> replaceQueue(QueueName queue, long version, QueueSettings settings) {
    return transactions.statement(
        "replace a queue's settings", c -> queues.replace(c, queue, version, settings));
  }

  @Override
  public boolean deleteQueue(QueueName queue) {
    return transactions.statement("delete a queue's settings", c -> queues.delete(c, queue));
  }

  @Override
  public void pauseQueue(QueueName queue, boolean paused) {
    transactions.statement("pause a queue", c -> queues.pause(c, queue, paused));
  }

  @Override
  public Optional<Queue> queue(QueueName queue) {
    return transactions.statement("read a queue", c -> queues.find(c, queue));
  }

  @Override
  public List<Queue> queues() {
    return transactions.statement("read queues", queues::all);
  }

  @Override
  public int purge(Retention retention, int limit) {
    transactions.statement("forget silent workers", leases::forgetSilent);
    transactions.statement("purge the audit log", c -> audit.purge(c, retention.audit(), limit));
    return upkeep.purge(retention, limit, now());
  }

  /** Makes ready for the coming days. */
  void start() {
    upkeep.makePartitions(now());
  }

  @Override
  public void followUps(FollowUps hook) {
    ends.set(hook);
  }

  @Override
  public void checkWritable() {
    documents.checkWritable();
  }

  @Override
  public Optional<Outage> outage() {
    return transactions.health().outage();
  }

  @Override
  public Instant now() {
    if (dialect.clock() != null) {
      return dialect.clock().instant().truncatedTo(ChronoUnit.MICROS);
    }
    return transactions.statement(
        "read the time",
        c -> {
          try (NamedStatement statement = now.on(c);
              ResultSet row = statement.query()) {
            row.next();
            return columns.instant(row, "now");
          }
        });
  }

  @Override
  public JobQueries queries() {
    return queries;
  }

  @Override
  public DocumentStore documents() {
    return documents;
  }

  @Override
  public AuditLog audit() {
    return audit;
  }

  @Override
  public void close() {
    transactions.close();
  }
}
