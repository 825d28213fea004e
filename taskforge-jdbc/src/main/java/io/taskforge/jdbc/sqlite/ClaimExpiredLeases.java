package io.taskforge.jdbc.sqlite;

import io.taskforge.store.ClaimRequest;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.LeaseRef;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Claims the open jobs of expired leases under new fencing tokens. */
final class ClaimExpiredLeases {
  private static final String JOBS =
      """
      SELECT j.id, j.type, j.tenant, 'null' AS payload, j.priority, j.guarantee, j.retry_policy,
        j.timeout_us, j.deadline, j.idempotency_key, j.schedule, j.lane_key, j.trace_context
      FROM json_each(:job_seqs) wanted CROSS JOIN ${prefix}job j ON j.seq = wanted.value
      ORDER BY wanted.key
      """;

  private final LeaseTable leases;
  private final CancelRequests cancelRequests;

  ClaimExpiredLeases(LeaseTable leases, CancelRequests cancelRequests) {
    this.leases = leases;
    this.cancelRequests = cancelRequests;
  }

  List<ClaimedJob> claim(Session session, ClaimRequest.Lease by, int limit, long now)
      throws SQLException {
    Set<Long> cancelled = cancelRequests.all(session);
    List<ClaimedJob> claimed = new ArrayList<>();
    for (LeaseTable.Row lost : leases.expired(session, now, Math.max(0, limit))) {
      if (claimed.size() < limit) {
        claimed.addAll(takeOver(session, lost, by, cancelled, now));
      }
    }
    return claimed;
  }

  private List<ClaimedJob> takeOver(
      Session session, LeaseTable.Row lost, ClaimRequest.Lease by, Set<Long> cancelled, long now)
      throws SQLException {
    List<BatchedJob> batch = leases.batch(session, lost.token());
    List<BatchedJob> left = lost.open().stream().mapToObj(batch::get).toList();
    leases.delete(session, lost.token());
    long token = leases.nextToken(session);
    leases.insert(
        session,
        token,
        by.worker(),
        lost.claimedAt(),
        SqliteColumns.later(now, by.duration()),
        left);
    List<ClaimedJob> claimed = new ArrayList<>(left.size());
    String seqs = left.stream().map(BatchedJob::seq).toList().toString();
    try (ResultSet row = session.statement(JOBS).text("job_seqs", seqs).query()) {
      for (BatchedJob job : left) {
        if (!row.next()) {
          throw new IllegalStateException(
              "lease %d names job row %d, which is missing".formatted(lost.token(), job.seq()));
        }
        claimed.add(
            ClaimJobs.claimed(
                new LeaseRef(token, claimed.size()),
                job,
                lost.claimedAt(),
                lost.worker(),
                cancelled.contains(job.seq()),
                row,
                1));
      }
    }
    return claimed;
  }
}
