package io.taskforge.jdbc.sqlite;

import io.taskforge.job.JobState;
import io.taskforge.job.Verdict;
import io.taskforge.store.CommitResult;
import io.taskforge.store.LeaseRef;
import io.taskforge.store.Settlement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Commits the results of attempts, each only if its position in the lease is still open. */
final class CommitSettlements {
  private final LeaseTable leases;
  private final CancelRequests cancelRequests;
  private final AttemptWriter endings;

  CommitSettlements(LeaseTable leases, CancelRequests cancelRequests, AttemptWriter endings) {
    this.leases = leases;
    this.cancelRequests = cancelRequests;
    this.endings = endings;
  }

  List<CommitResult> commit(Session session, List<Settlement> settlements, long now)
      throws SQLException {
    Set<Long> cancelled = cancelRequests.all(session);
    Map<Long, LeaseTable.@Nullable Row> rows = new HashMap<>();
    AttemptWriter.Batch batch = endings.batch(session);
    List<CommitResult> results = new ArrayList<>(settlements.size());
    for (Settlement settlement : settlements) {
      LeaseRef ref = settlement.job().lease();
      if (!rows.containsKey(ref.token())) {
        rows.put(ref.token(), leases.lease(session, ref.token()));
      }
      LeaseTable.Row lease = rows.get(ref.token());
      if (lease == null || ref.position() < 0 || !lease.open().get(ref.position())) {
        results.add(CommitResult.LEASE_LOST);
        continue;
      }
      BatchedJob job = leases.batch(session, ref.token()).get(ref.position());
      boolean cancel = cancelled.remove(job.seq());
      if (cancel) {
        cancelRequests.remove(session, job.seq());
      }
      settle(batch, lease, job, settlement, cancel, now);
      lease.open().clear(ref.position());
      results.add(
          cancel && settlement.verdict().next() instanceof Verdict.RunAgain
              ? CommitResult.CANCELLED
              : CommitResult.COMMITTED);
    }
    batch.write();
    for (LeaseTable.Row lease : rows.values()) {
      if (lease != null) {
        leases.keepOpen(session, lease.token(), lease.open());
      }
    }
    return results;
  }

  private static void settle(
      AttemptWriter.Batch batch,
      LeaseTable.Row lease,
      BatchedJob job,
      Settlement settlement,
      boolean cancel,
      long now)
      throws SQLException {
    Verdict.Next next = settlement.verdict().next();
    if (next instanceof Verdict.RunAgain && cancel) {
      batch.attempt(job, settlement, null, null, settlement.cancelledExplanation(), now);
      batch.finished(job, settlement, JobState.CANCELLED, null, now);
      return;
    }
    if (next instanceof Verdict.RunAgain again) {
      Long delay = SqliteColumns.later(0, again.delay());
      long runAt = SqliteColumns.later(now, again.delay());
      batch.attempt(job, settlement, delay, runAt, settlement.verdict().explanation(), now);
      batch.ready(
          job,
          settlement,
          runAt,
          job.firstStartedAt() == null && settlement.run().startedAt() != null
              ? (Long) lease.claimedAt()
              : job.firstStartedAt(),
          again.countsAsDelay() ? delay : job.previousDelay());
      return;
    }
    batch.attempt(job, settlement, null, null, settlement.verdict().explanation(), now);
    if (next instanceof Verdict.Finish finish) {
      String result = finish.result() == null ? null : finish.result().json();
      batch.finished(job, settlement, finish.state(), result, now);
    } else if (next instanceof Verdict.DeadLetterTo dead) {
      batch.dead(job, settlement, dead, now);
    }
  }
}
