package io.taskforge.jdbc.sqlite;

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
import io.taskforge.store.CommitResult;
import io.taskforge.store.JobStore;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** Creates, claims and commits jobs for the tests of the SQLite store. */
final class SqliteJobs {
  static final JobTypeName TYPE = new JobTypeName("mail");
  private static final AtomicLong IDS = new AtomicLong();

  private SqliteJobs() {}

  static NewJob job(JobId id) {
    return NewJob.of(
        new JobIdentity(id, QueueName.DEFAULT, TYPE, TenantId.DEFAULT),
        new Payload("{\"to\":\"somebody@example.com\",\"template\":\"welcome\"}"));
  }

  static NewJob job() {
    return job(newId());
  }

  /** Returns ids that increase over time, as UUIDs of version 7 do. */
  private static JobId newId() {
    long counter = IDS.incrementAndGet();
    long high = System.currentTimeMillis() << 16 | 0x7000 | (counter & 0xFFF);
    return new JobId(new UUID(high, UUID.randomUUID().getLeastSignificantBits()));
  }

  static List<NewJob> jobs(int count) {
    List<NewJob> jobs = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      jobs.add(job());
    }
    return jobs;
  }

  static ClaimRequest request(String worker, int limit) {
    return new ClaimRequest(
        new ClaimRequest.Lease(new WorkerId(worker), Duration.ofMinutes(5)),
        List.of(new ClaimRequest.QueueLimit(QueueName.DEFAULT, limit)),
        Set.of(TYPE),
        limit);
  }

  static Settlement succeeded(ClaimedJob job, String worker, Instant startedAt) {
    return new Settlement(
        job,
        new WorkerId(worker),
        Run.of(startedAt, Duration.ofMillis(1)),
        Verdict.of(
            AttemptStatus.SUCCEEDED,
            Transition.COMPLETED,
            new Verdict.Finish(JobState.SUCCEEDED, null),
            job.counters(),
            null,
            ""));
  }

  /** Claims and commits jobs until none are due; returns the committed jobs. */
  static List<JobId> drain(JobStore store, String worker, int batch) {
    List<JobId> done = new ArrayList<>();
    while (true) {
      List<ClaimedJob> claimed = store.claim(request(worker, batch));
      if (claimed.isEmpty()) {
        return done;
      }
      Instant now = store.now();
      List<CommitResult> results =
          store.commit(claimed.stream().map(job -> succeeded(job, worker, now)).toList());
      for (int i = 0; i < results.size(); i++) {
        if (results.get(i) == CommitResult.COMMITTED) {
          done.add(claimed.get(i).id());
        }
      }
    }
  }
}
