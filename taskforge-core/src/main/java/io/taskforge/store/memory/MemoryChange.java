package io.taskforge.store.memory;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.ChangeResult.Status;
import io.taskforge.job.EndedJob;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.Transition;
import java.time.Instant;
import java.util.List;

/** A user's change of one job, made under the store's monitor. */
final class MemoryChange {
  private final MemoryJobStore store;
  private final StoredJob job;
  private final Instant now;

  MemoryChange(MemoryJobStore store, StoredJob job, Instant now) {
    this.store = store;
    this.job = job;
    this.now = now;
  }

  ChangeResult apply(JobChange change) {
    if (!change.isAllowedIn(job.state)) {
      return new ChangeResult(Status.REFUSED, job.state);
    }
    Transition by = change.transition();
    if (change instanceof JobChange.Cancel cancel) {
      return cancel(by, cancel.reason());
    }
    if (change instanceof JobChange.RetryNow) {
      return job.state.isFinal() ? startOver(by, home()) : runAt(now);
    }
    if (change instanceof JobChange.Reschedule reschedule) {
      return runAt(reschedule.runAt());
    }
    if (change instanceof JobChange.CancelRetries cancel) {
      return rest(by, JobState.FAILED, cancel.reason());
    }
    JobChange.Redrive redrive = (JobChange.Redrive) change;
    return startOver(by, redrive.target() == null ? home() : redrive.target());
  }

  private ChangeResult cancel(Transition by, String reason) {
    if (job.state == JobState.RUNNING) {
      job.cancelRequested = true;
      return new ChangeResult(Status.REQUESTED, JobState.RUNNING);
    }
    if (!job.state.isFinal()) {
      return rest(by, JobState.CANCELLED, reason);
    }
    List<NewJob> next = following(JobState.CANCELLED, job.number, reason);
    job.finish(by, JobState.CANCELLED, now);
    store.enqueue(next);
    return changed();
  }

  /** Ends a waiting job. */
  private ChangeResult rest(Transition by, JobState as, String reason) {
    AttemptNumber number = job.number.next().neverStarted();
    List<NewJob> next = following(as, number, reason);
    store.waiting.remove(job);
    job.number = number;
    MemorySettling.recordCancelled(job, now, reason);
    store.statistics.countEnded(job, as, now);
    job.finish(by, as, now);
    store.enqueue(next);
    return changed();
  }

  /** Called before anything changes: if it throws, nothing has changed. */
  private List<NewJob> following(JobState as, AttemptNumber number, String reason) {
    return store.followUps.after(
        List.of(
            new EndedJob(
                new JobIdentity(job.given.id(), home(), job.given.type(), job.given.tenant()),
                as,
                number,
                now,
                job.lastError(),
                null,
                reason.isEmpty() ? null : reason)));
  }

  private ChangeResult runAt(Instant at) {
    store.waiting.remove(job);
    job.runAt = at;
    store.waiting.add(job);
    return changed();
  }

  private ChangeResult startOver(Transition by, QueueName in) {
    if (job.given.guarantee() == Guarantee.AT_MOST_ONCE && job.hasStarted()) {
      return new ChangeResult(Status.REFUSED, job.state);
    }
    job.startOver(by, now, in);
    store.waiting.add(job);
    return changed();
  }

  /** The queue that the job ran in. A cancelled dead letter is still in its dead letter queue. */
  private QueueName home() {
    return job.deadLetter == null ? job.queue : job.deadLetter.movedFrom();
  }

  private ChangeResult changed() {
    return new ChangeResult(Status.CHANGED, job.state);
  }
}
