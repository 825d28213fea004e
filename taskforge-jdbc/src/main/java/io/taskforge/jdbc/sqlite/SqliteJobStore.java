package io.taskforge.jdbc.sqlite;

import io.taskforge.audit.AuditLog;
import io.taskforge.jdbc.NamedSql;
import io.taskforge.jdbc.QueueTable;
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
import io.taskforge.store.StoreHealth;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A job store in one SQLite file, for programs on one machine. Changes survive a crash of the
 * program and of the machine once the call has returned. Several processes may open the file.
 * Thread-safe.
 *
 * <p>One thread writes; concurrent writes share a transaction and one disk sync (group commit).
 * Queries have their own connections and neither block writes nor wait for them.
 *
 * <p>A caller's own transaction ({@link JdbcTransactions}) locks the file for all other writers
 * from its first write to its end: keep it short, and don't call methods of this store that write
 * within it.
 */
public final class SqliteJobStore implements JobStore, JdbcTransactions {
  // Limits how long other writes wait for a purge.
  private static final int PURGE_CHUNK = 500;
  private static final Duration SILENT_WORKERS_KEPT = Duration.ofMinutes(15);

  private final NamedSql.Cache statements;
  private final String prefix;
  private final InstantSource clock;
  private final StoreHealth health;
  final WriterThread writer;
  private final ReadConnections readers;
  private final EnqueueJobs enqueue;
  private final ClaimJobs claim;
  private final ClaimExpiredLeases claimExpired;
  private final JobEndings ends;
  private final Heartbeats workers;
  private final RedriveJobs redrive;
  private final QueueTable queues;
  private final PurgeFinishedJobs purge;
  private final Queries queries;
  private final SqliteDocuments documents;
  private final AuditTable audit;
  private final StatisticsTable statistics = new StatisticsTable();

  private SqliteJobStore(
      DatabaseFile file, String prefix, InstantSource clock, StoreHealth health) {
    this.prefix = prefix;
    this.health = health;
    this.statements = new NamedSql.Cache(prefix);
    this.clock = () -> clock.instant().truncatedTo(ChronoUnit.MICROS);
    LeaseTable leases = new LeaseTable();
    CancelRequests cancelRequests = new CancelRequests();
    enqueue = new EnqueueJobs();
    claim = new ClaimJobs(leases);
    claimExpired = new ClaimExpiredLeases(leases, cancelRequests);
    ends =
        new JobEndings(
            new CommitSettlements(leases, cancelRequests, new AttemptWriter()),
            new ChangeJob(cancelRequests),
            enqueue,
            new FindJobs(leases));
    workers = new Heartbeats(leases, cancelRequests);
    redrive = new RedriveJobs();
    purge = new PurgeFinishedJobs();
    readers = new ReadConnections(() -> file.reader(statements), health);
    queries = new Queries(readers, this.clock, leases, workers);
    writer = WriterThread.start(() -> file.writer(statements), health);
    SingleStatements single =
        new SqliteStatements(readers, writer, this.clock, new SqliteColumns());
    queues = new QueueTable(single);
    documents = new SqliteDocuments(single);
    audit = new AuditTable(readers, writer, this.clock);
  }

  /** Opens the store in {@code file}, which is created if it is missing. */
  public static SqliteJobStore open(Path file) {
    return builder(file).build();
  }

  /** Returns a builder for the store in {@code file}. */
  public static Builder builder(Path file) {
    return new Builder(file);
  }

  /** Builds a {@link SqliteJobStore}. */
  public static final class Builder {
    private final Path file;
    private String prefix = "taskforge_";
    private InstantSource clock = InstantSource.system();
    private LongSupplier ticker = System::nanoTime;
    private boolean ownsDirectory;

    private Builder(Path file) {
      this.file = file;
    }

    /** The prefix of all table names; {@code taskforge_} by default. */
    public Builder prefix(String tables) {
      SchemaMigrator.checkPrefix(tables);
      this.prefix = tables;
      return this;
    }

    /** The store's clock; the system clock by default. */
    public Builder clock(InstantSource source) {
      this.clock = source;
      return this;
    }

    /**
     * Restricts the file's directory to its owner, mode 0700, even if it existed before. The file
     * itself, and a directory that the store creates, are always restricted to their owner.
     */
    public Builder ownsDirectory() {
      this.ownsDirectory = true;
      return this;
    }

    /** The monotonic clock in nanoseconds, for tests. */
    Builder ticker(LongSupplier nanos) {
      this.ticker = nanos;
      return this;
    }

    /**
     * Opens the store: creates the directory and the file if they are missing, checks the file if
     * it was not closed cleanly, and migrates its tables.
     *
     * @throws io.taskforge.job.StoreException if the file is damaged, is on a network file system,
     *     or its tables were contracted by a newer version
     */
    public SqliteJobStore build() {
      DatabaseFile at = DatabaseFile.at(file, ownsDirectory);
      at.checkAfterUncleanStop();
      SqliteJobStore store = new SqliteJobStore(at, prefix, clock, new StoreHealth(ticker));
      try {
        store.migrate();
      } catch (RuntimeException e) {
        store.close();
        throw e;
      }
      return store;
    }
  }

  private void migrate() {
    writer.write(
        "bring the job store up to date",
        session -> SchemaMigrator.migrate(session, SchemaMigrator.migrations(prefix), nowMicros()));
  }

  /**
   * Removes from the tables what only earlier versions of TaskForge need, and returns the names of
   * the migrations that it applied. No process of an earlier version may use the file any more.
   */
  public List<String> contractSchema() {
    return writer.write(
        "contract the schema",
        session ->
            SchemaMigrator.contract(session, SchemaMigrator.migrations(prefix), nowMicros()));
  }

  /**
   * Returns the SQL that creates the store's tables, for operators who apply it by hand.
   *
   * @param prefix the prefix of all table names
   */
  public static String schemaSql(String prefix) {
    return SchemaMigrator.printed(prefix);
  }

  @Override
  public List<Enqueued> enqueue(List<NewJob> jobs) {
    List<NewJob> given = List.copyOf(jobs);
    return writer.write("enqueue jobs", session -> enqueue.enqueue(session, given, nowMicros()));
  }

  @Override
  public List<Enqueued> enqueue(Connection transaction, List<NewJob> jobs) {
    return CallerTransactions.within(
        transaction,
        statements,
        "enqueue jobs",
        session -> enqueue.enqueue(session, jobs, nowMicros()));
  }

  @Override
  public List<ClaimedJob> claim(ClaimRequest request) {
    return writer.write("claim jobs", session -> claim.claim(session, request, nowMicros()));
  }

  @Override
  public List<ClaimedJob> claimExpired(ClaimRequest.Lease lease, int limit) {
    return writer.write(
        "claim expired leases", session -> claimExpired.claim(session, lease, limit, nowMicros()));
  }

  @Override
  public List<CommitResult> commit(List<Settlement> settlements) {
    List<Settlement> given = List.copyOf(settlements);
    return writer.write("commit results", session -> ends.commit(session, given, nowMicros()));
  }

  @Override
  public CommitResult commit(Connection transaction, Settlement settlement) {
    return CallerTransactions.within(
            transaction,
            statements,
            "commit a result",
            session -> ends.commit(session, List.of(settlement), nowMicros()))
        .get(0);
  }

  @Override
  public HeartbeatAnswer heartbeat(Heartbeat heartbeat) {
    return writer.write(
        "send a heartbeat", session -> workers.heartbeat(session, heartbeat, nowMicros()));
  }

  @Override
  public boolean setMode(WorkerId worker, WorkerMode mode) {
    return writer.write(
        "set the mode of a worker", session -> workers.setMode(session, worker, mode));
  }

  @Override
  public void deregister(WorkerId worker) {
    writer.write("deregister a worker", session -> workers.deregister(session, worker));
  }

  @Override
  public ChangeResult change(JobId job, JobChange wish) {
    return writer.write(
        "change job " + job, session -> ends.change(session, job, wish, nowMicros()));
  }

  @Override
  public List<ChangeResult> restart(List<JobId> ids, JobRestart how) {
    JobStore.checkRedrive(ids);
    List<JobId> given = List.copyOf(ids);
    return writer.write(
        "redrive jobs", session -> redrive.restart(session, given, how, nowMicros()));
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
    int purged = 0;
    int last = PURGE_CHUNK;
    while (last == PURGE_CHUNK && purged < limit) {
      int chunk = Math.min(PURGE_CHUNK, limit - purged);
      last =
          writer.write(
              "purge finished jobs",
              session -> purge.purge(session, retention, chunk, nowMicros()));
      purged += last;
    }
    purgeAudit(retention.audit(), limit);
    writer.write("purge statistics", s -> statistics.purge(s, retention.statistics(), nowMicros()));
    long silentSince = SqliteColumns.micros(now().minus(SILENT_WORKERS_KEPT));
    writer.write("forget silent workers", session -> workers.forgetSilent(session, silentSince));
    return purged;
  }

  private void purgeAudit(Duration kept, int limit) {
    int left = limit;
    int last = PURGE_CHUNK;
    while (last == PURGE_CHUNK && left > 0) {
      int chunk = Math.min(PURGE_CHUNK, left);
      last = writer.write("purge the audit log", session -> audit.purge(session, kept, chunk));
      left -= last;
    }
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
    return health.outage();
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  private long nowMicros() {
    return SqliteColumns.micros(clock.instant());
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

  /** The number of transactions that the writer has committed. */
  long commits() {
    return writer.commits();
  }

  @Override
  public void close() {
    readers.close();
    writer.close();
  }
}
