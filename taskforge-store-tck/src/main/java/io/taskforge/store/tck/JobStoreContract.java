package io.taskforge.store.tck;

import io.taskforge.job.JobId;
import io.taskforge.store.JobStore;
import io.taskforge.testing.ManualClock;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The contract of {@link JobStore}, as tests. The test of a store extends this class and creates
 * empty stores; it then runs all tests of the contract.
 *
 * <pre>{@code
 * final class MemoryJobStoreTest extends JobStoreContract {
 *   @Override
 *   protected JobStore newStore(InstantSource clock) {
 *     return new MemoryJobStore(clock);
 *   }
 * }
 * }</pre>
 */
public abstract class JobStoreContract
    implements EnqueueContract,
        IdempotencyContract,
        ClaimContract,
        TenantTurnContract,
        TypeContract,
        AheadContract,
        GateContract,
        TenantLimitContract,
        ClaimedJobContract,
        CommitContract,
        AttemptContract,
        AttemptNumberContract,
        StaleCommitContract,
        RescueContract,
        HeartbeatContract,
        TagContract,
        ChangeContract,
        CancelContract,
        RestartContract,
        RedriveContract,
        FollowUpContract,
        FollowUpChangeContract,
        FollowUpFaultContract,
        QueueContract,
        DocumentContract,
        PendingWorkContract,
        AuditContract,
        LookUpContract,
        LastErrorContract,
        ListContract,
        ScheduleRunsContract,
        FinishedListContract,
        PageBytesContract,
        CountContract,
        StatsContract,
        LoadContract,
        RetryHistoryContract,
        StatisticsContract,
        FailureGroupContract,
        SearchContract,
        RetentionContract,
        HostileTextContract,
        ConcurrencyContract,
        RandomWalkContract,
        CloseContract {
  /** The store's clock, which only moves when a test moves it. */
  protected final ManualClock clock = ManualClock.startingAt(START);

  private final AtomicLong ids = new AtomicLong();
  private JobStore store;

  /** Returns an empty store that uses {@code clock}; the tests close it. */
  protected abstract JobStore newStore(InstantSource clock) throws Exception;

  @BeforeEach
  final void openStore() throws Exception {
    store = newStore(clock);
  }

  @AfterEach
  final void closeStore() {
    store.close();
  }

  @Override
  public final JobStore store() {
    return store;
  }

  @Override
  public final ManualClock clock() {
    return clock;
  }

  @Override
  public final JobId newId() {
    long millis = clock.instant().toEpochMilli();
    return new JobId(new UUID(millis << 16 | 0x7000L, 1L << 63 | ids.incrementAndGet()));
  }
}
