package io.taskforge.jdbc.postgres;

import io.taskforge.audit.AuditLog;
import io.taskforge.jdbc.Columns;
import io.taskforge.jdbc.NamedStatement;
import io.taskforge.jdbc.QueueTable;
import io.taskforge.jdbc.Rows;
import io.taskforge.jdbc.SingleStatements;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Enqueued;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobRestart;
import io.taskforge.job.NewJob;
import io.taskforge.job.Outage;
import io.taskforge.job.QueueName;
import io.taskforge.job.Retention;
import io.taskforge.job.StoreException;
import io.taskforge.job.WorkerId;
import io.taskforge.job.WorkerMode;
import io.taskforge.queue.Queue;
import io.taskforge.queue.QueueSettings;
import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.DocumentStore;
import io.taskforge.store.Heartbeat;
import io.taskforge.store.HeartbeatAnswer;
import io.taskforge.store.JdbcTransactions;
import io.taskforge.store.JobQueries;
import io.taskforge.store.JobStore;
import io.taskforge.store.PendingWork;
import io.taskforge.store.Settlement;
import io.taskforge.store.lane.LaneClaims;
import io.taskforge.store.lane.LaneLook;
import io.taskforge.store.lane.LaneShare;
import io.taskforge.store.lane.LaneStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A job store in PostgreSQL 12 or later, for any number of nodes. Thread-safe. It keeps no session
 * state, so transaction poolers such as PgBouncer work, and it uses the database's clock by
 * default.
 *
 * <p>A {@link JdbcTransactions#commit} in a caller's transaction blocks other results of the same
 * claimed batch until the transaction ends: make it the last statement before the commit.
 */
public final class PostgresJobStore implements JobStore, JdbcTransactions {
  private static final String NOW =
      """
      SELECT COALESCE(:now::timestamptz, statement_timestamp()) AS now
      """;

  private final Statements statements;
  private final Transactions transactions;
  private final Columns columns = new PostgresColumns();
  private final EnqueueJobs enqueue;
  private final EnqueueGroup group = new EnqueueGroup(this::store);
  private final LaneClaims claims;
  private final Arrivals arrivals;
  private final ClaimJobs claim;
  private final LaneStore<StoreException> lanes = new Lanes();
  private final Leases leases;
  private final JobEndings ends;
  private final RedriveJobs redrive;
  private final QueueTable queues;
  private final RetentionCleanup upkeep;
  private final Queries queries;
  private final PostgresDocuments documents;
  private final AuditTable audit;

  PostgresJobStore(
      Statements statements,
      Transactions transactions,
      LaneClaims claims,
      Arrivals arrivals,
      LongSupplier ticker) {
    this.claims = claims;
    this.arrivals = arrivals;
    Rows rows = new Rows(columns);
    this.statements = statements;
    this.transactions = transactions;
    this.enqueue = new EnqueueJobs(statements);
    this.claim = new ClaimJobs(statements, columns, ticker);
    this.leases = new Leases(statements, rows);
    this.ends =
        new JobEndings(
            transactions,
            new CommitSettlements(statements),
            new ChangeJob(statements),
            enqueue,
            arrivals);
    this.redrive = new RedriveJobs(statements);
    this.upkeep = new RetentionCleanup(transactions, statements);
    this.queries = new Queries(transactions, statements, columns, rows);
    SingleStatements single = new PostgresStatements(transactions, statements, columns);
    this.queues = new QueueTable(single);
    this.documents = new PostgresDocuments(single);
    this.audit = new AuditTable(transactions, statements, rows);
  }

  /**
   * Returns a builder for a store that uses the application's data source. Closing the store does
   * not close the data source. How long a call takes to fail while the database is unreachable
   * depends on the data source: set the pool's connection timeout, and the driver's {@code
   * connectTimeout} and {@code socketTimeout}.
   */
  public static PostgresJobStoreBuilder builder(DataSource dataSource) {
    return new PostgresJobStoreBuilder(dataSource);
  }

  /**
   * Returns a builder for a store with its own connection pool, for a URL such as {@code
   * jdbc:postgresql:…}. While the database is unreachable, calls fail within two seconds.
   */
  public static PostgresJobStoreBuilder builder(String jdbcUrl) {
    return new PostgresJobStoreBuilder(jdbcUrl);
  }

  /**
   * Removes from the tables what only earlier versions of TaskForge need, and returns the names of
   * the migrations that it applied. No process of an earlier version may use the database any more.
   */
  public List<String> contractSchema() {
    return new SchemaMigrator(transactions, statements.names()).contract();
  }

  /**
   * Returns the SQL that creates the store's tables, for operators who apply it by hand.
   *
   * @param schema the database schema, or null for the connection's current schema
   * @param prefix the prefix of all table names
   */
  public static String schemaSql(@Nullable String schema, String prefix) {
    return SchemaMigrator.printed(new TableNames(schema, prefix));
  }

  @Override
  public List<Enqueued> enqueue(List<NewJob> jobs) {
    return group.enqueue(jobs);
  }

  private List<Enqueued> store(List<NewJob> jobs) {
    List<Enqueued> stored = transactions.statement("enqueue jobs", c -> enqueue.enqueue(c, jobs));
    arrivals.stored(jobs);
    return stored;
  }

  @Override
  public List<Enqueued> enqueue(Connection transaction, List<NewJob> jobs) {
    List<Enqueued> stored =
        transactions.joined("enqueue jobs", transaction, c -> enqueue.enqueue(c, jobs));
    // The jobs are not committed yet: from now on claims look for them more often.
    claims.enqueued(jobs);
    return stored;
  }

  @Override
  public List<ClaimedJob> claim(ClaimRequest request) {
    return claims.claim(lanes, request);
  }

  private final class Lanes implements LaneStore<StoreException> {
    @Override
    public LaneLook look(ClaimRequest request, List<From> queues, int most) {
      return transactions.statement(
          "look for waiting jobs", c -> claim.look(c, request, queues, most));
    }

    @Override
    public List<ClaimedJob> take(
        ClaimRequest request, List<LaneShare> shares, int limit, int maxBytes) {
      if (!ClaimJobs.mayExceed(limit, maxBytes)) {
        return transactions.statement(
            "claim jobs", c -> claim.take(c, request, shares, limit, maxBytes));
      }
      int asked = limit;
      while (true) {
        int most = asked;
        try {
          return transactions.transaction(
              "claim jobs", c -> claim.take(c, request, shares, most, maxBytes));
        } catch (ClaimJobs.TooLargeException e) {
          asked = e.fitting;
        }
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
  public boolean setMode(WorkerId worker, WorkerMode mode) {
    return transactions.statement("set the mode of a worker", c -> leases.setMode(c, worker, mode));
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
  public List<ChangeResult> restart(List<JobId> ids, JobRestart how) {
    JobStore.checkRedrive(ids);
    return transactions.transaction("redrive jobs", c -> redrive.restart(c, ids, how));
  }

  @Override
  public void putQueue(QueueName queue, QueueSettings settings) {
    queues.putQueue(queue, settings);
  }

  @Override
  public Optional<Queue> replaceQueue(QueueName queue, long version, QueueSettings settings) {
    return queues.replaceQueue(queue, version, settings);
  }

  @Override
  public boolean deleteQueue(QueueName queue) {
    return queues.deleteQueue(queue);
  }

  @Override
  public void pauseQueue(QueueName queue, boolean paused) {
    queues.pauseQueue(queue, paused);
  }

  @Override
  public Optional<Queue> queue(QueueName queue) {
    return queues.queue(queue);
  }

  @Override
  public List<Queue> queues() {
    return queues.queues();
  }

  @Override
  public int purge(Retention retention, int limit) {
    transactions.statement("forget silent workers", leases::forgetSilent);
    transactions.statement("purge the audit log", c -> audit.purge(c, retention.audit(), limit));
    upkeep.foldStatistics();
    return upkeep.purge(retention, limit, now());
  }

  /** Creates partitions for the coming days. */
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
    if (statements.clock() != null) {
      return statements.clock().instant().truncatedTo(ChronoUnit.MICROS);
    }
    return transactions.statement(
        "read the time",
        c -> {
          try (NamedStatement statement = statements.on(c, NOW);
              ResultSet row = statement.query()) {
            row.next();
            return columns.instant(row, "now");
          }
        });
  }

  @Override
  public PendingWork pendingWork() {
    return documents.pendingWork();
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
  public Runnable onArrival(Runnable wake) {
    return arrivals.onArrival(wake);
  }

  @Override
  public void close() {
    arrivals.close();
    transactions.close();
  }
}
