package io.taskforge.jdbc.sqlite;

import io.taskforge.store.LeaseRef;
import io.taskforge.store.LeasedJob;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Finds a running job by its lease token and position. */
final class FindLeasedJob {
  private static final String JOB =
      """
      SELECT j.id, j.type, j.tenant, 'null', j.priority, j.guarantee, j.retry_policy,
        j.timeout_us, j.deadline, j.idempotency_key, j.schedule, j.lane_key, j.trace_context,
        EXISTS (SELECT 1 FROM ${prefix}cancel_request c WHERE c.job_seq = j.seq)
      FROM ${prefix}job j WHERE j.seq = :seq
      """;
  private static final int CANCEL_REQUESTED = 14;

  private final LeaseTable leases;

  FindLeasedJob(LeaseTable leases) {
    this.leases = leases;
  }

  @Nullable LeasedJob find(Session session, LeaseRef ref, Instant now) throws SQLException {
    LeaseTable.Row lease = leases.lease(session, ref.token());
    if (lease == null || ref.position() < 0 || !lease.open().get(ref.position())) {
      return null;
    }
    BatchedJob held = leases.batch(session, ref.token()).get(ref.position());
    return session
        .statement(JOB)
        .number("seq", held.seq())
        .first(
            row ->
                new LeasedJob(
                    ClaimJobs.claimed(
                        ref,
                        held,
                        lease.claimedAt(),
                        null,
                        row.getBoolean(CANCEL_REQUESTED),
                        row,
                        1),
                    lease.worker(),
                    now));
  }
}
