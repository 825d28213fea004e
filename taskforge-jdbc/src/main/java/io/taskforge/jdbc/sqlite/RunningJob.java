package io.taskforge.jdbc.sqlite;

import io.taskforge.job.Attempt;
import io.taskforge.job.JobId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A running job and its lease. Statements take lists of these as JSON arrays; names of queues and
 * workers need no escaping.
 */
record RunningJob(LeaseTable.Row lease, BatchedJob job) {
  /** Returns all running jobs. */
  static List<RunningJob> all(Session session, LeaseTable leases) throws SQLException {
    List<RunningJob> running = new ArrayList<>();
    for (LeaseTable.Row lease : leases.all(session)) {
      List<BatchedJob> batch = leases.batch(session, lease.token());
      lease.open().stream()
          .forEach(position -> running.add(new RunningJob(lease, batch.get(position))));
    }
    return running;
  }

  static String json(List<RunningJob> running) {
    StringBuilder json = new StringBuilder(16 + 200 * running.size()).append('[');
    for (RunningJob each : running) {
      if (json.length() > 1) {
        json.append(',');
      }
      BatchedJob job = each.job;
      json.append('[').append(job.seq());
      json.append(",\"").append(job.queue()).append('"');
      json.append(',').append(job.number().entry());
      json.append(',').append(job.number().unstarted());
      json.append(',').append(job.number().earlier());
      json.append(',').append(job.counters().failures());
      json.append(',').append(job.counters().lostLeases());
      json.append(',').append(job.counters().interruptions());
      json.append(',').append(job.runAt());
      json.append(",\"").append(each.lease.worker()).append('"');
      json.append(',').append(each.lease.token());
      json.append(',').append(each.lease.claimedAt());
      json.append(',').append(each.lease.expiresAt()).append(']');
    }
    return json.append(']').toString();
  }

  Attempt attempt(JobId id) {
    return Attempt.running(
        id,
        job.number(),
        job.counters(),
        lease.worker(),
        SqliteColumns.instant(job.runAt()),
        SqliteColumns.instant(lease.claimedAt()));
  }
}
