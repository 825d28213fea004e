package io.taskforge.jdbc.sqlite;

import io.taskforge.job.ChangeResult;
import io.taskforge.job.EndedJob;
import io.taskforge.job.FollowUps;
import io.taskforge.job.Job;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.store.CommitResult;
import io.taskforge.store.FollowUpHook;
import io.taskforge.store.Settlement;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ends jobs and enqueues their follow-up jobs in the same transaction. */
final class JobEndings {
  private final FollowUpHook hook = new FollowUpHook();
  private final CommitSettlements commit;
  private final ChangeJob change;
  private final EnqueueJobs enqueue;
  private final FindJobs lookup;

  JobEndings(CommitSettlements commit, ChangeJob change, EnqueueJobs enqueue, FindJobs lookup) {
    this.commit = commit;
    this.change = change;
    this.enqueue = enqueue;
    this.lookup = lookup;
  }

  void set(FollowUps followUps) {
    hook.set(followUps);
  }

  List<CommitResult> commit(Session session, List<Settlement> settlements, long now)
      throws SQLException {
    List<CommitResult> results = commit.commit(session, settlements, now);
    if (hook.mayFollow(settlements)) {
      store(session, hook.after(settlements, results, SqliteColumns.instant(now)), now);
    }
    return results;
  }

  ChangeResult change(Session session, JobId id, JobChange wish, long now) throws SQLException {
    ChangeResult result = change.change(session, id, wish, now);
    String reason = reason(wish);
    boolean ended =
        result.status() == ChangeResult.Status.CHANGED
            && result.state() != null
            && result.state().isFinal();
    if (ended && reason != null && hook.isSet()) {
      store(session, hook.after(List.of(ended(session, id, reason, now))), now);
    }
    return result;
  }

  /** Returns the reason given for ending a job, or null for a change that ends none. */
  private static @Nullable String reason(JobChange wish) {
    if (wish instanceof JobChange.Cancel cancel) {
      return cancel.reason();
    }
    if (wish instanceof JobChange.DeadLetter dead) {
      return dead.reason();
    }
    return wish instanceof JobChange.CancelRetries cancel ? cancel.reason() : null;
  }

  private EndedJob ended(Session session, JobId id, String reason, long now) throws SQLException {
    Long seq = lookup.seq(session, id);
    Job job = lookup.jobs(session, seq == null ? List.of() : List.of(seq), true).get(0);
    return new EndedJob(
        new JobIdentity(
            id,
            job.deadLetter() == null ? job.queue() : job.deadLetter().movedFrom(),
            job.type(),
            job.tenant()),
        job.state(),
        job.number(),
        SqliteColumns.instant(now),
        job.lastError(),
        job.state() == JobState.DEAD ? job.queue() : null,
        reason.isEmpty() ? null : reason,
        job.trace());
  }

  private void store(Session session, List<NewJob> jobs, long now) throws SQLException {
    enqueue.enqueue(session, jobs, now);
  }
}
