package io.taskforge.store.memory;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.ChangeResult.Status;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.store.EndedJob;
import java.time.Instant;
import java.util.List;

/** Changes one job on request (cancel, retry, redrive), under the store's monitor. */
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
    if (change instanceof JobChange.Cancel cancel) {
      return cancel(cancel.reason());
    }
    if (change instanceof JobChange.RetryNow) {
      return retryNow();
    }
    if (change instanceof JobChange.Reschedule reschedule) {
      return isWaiting() ? runAt(reschedule.runAt()) : refused();
    }
    if (change instanceof JobChange.CancelRetries cancel) {
      return job.state == JobState.RETRYING ? rest(JobState.FAILED, cancel.reason()) : refused();
    }
    JobChange.Redrive redrive = (JobChange.Redrive) change;
    if (job.state != JobState.DEAD) {
      return refused();
    }
    return startOver(redrive.target() == null ? home() : redrive.target());
  }

  private ChangeResult cancel(String reason) {
    return switch (job.state) {
      case QUEUED, RETRYING -> rest(JobState.CANCELLED, reason);
      case RUNNING -> {
        job.cancelRequested = true;
        yield new ChangeResult(Status.REQUESTED, JobState.RUNNING);
      }
      case FAILED, DEAD -> {
        List<NewJob> next = following(JobState.CANCELLED, job.number, reason);
        job.finish(JobState.CANCELLED, now);
        store.enqueue(next);
        yield changed();
      }
      case SUCCEEDED, CANCELLED -> refused();
    };
  }

  private ChangeResult retryNow() {
    return switch (job.state) {
      case QUEUED, RETRYING -> runAt(now);
      case FAILED, CANCELLED -> startOver(home());
      case RUNNING, SUCCEEDED, DEAD -> refused();
    };
  }

  private ChangeResult rest(JobState as, String reason) {
    AttemptNumber number = job.number.next().neverStarted();
    List<NewJob> next = following(as, number, reason);
    store.waiting.remove(job);
    job.number = number;
    MemorySettling.recordCancelled(job, now, reason);
    job.finish(as, now);
    store.enqueue(next);
    return changed();
  }

  /** Called before anything changes, so that a transient failure leaves everything unchanged. */
  private List<NewJob> following(JobState as, AttemptNumber number, String reason) {
    return store.followUps.after(
        List.of(
            new EndedJob(
                job.given.id(),
                job.given.tenant(),
                home(),
                job.given.type(),
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

  private ChangeResult startOver(QueueName in) {
    if (job.given.guarantee() == Guarantee.AT_MOST_ONCE && job.hasStarted()) {
      return refused();
    }
    job.startOver(now, in);
    store.waiting.add(job);
    return changed();
  }

  /** The queue in which the job runs: a dead letter's own queue may have no workers. */
  private QueueName home() {
    return job.deadLetter == null ? job.queue : job.deadLetter.movedFrom();
  }

  private boolean isWaiting() {
    return job.state == JobState.QUEUED || job.state == JobState.RETRYING;
  }

  private ChangeResult changed() {
    return new ChangeResult(Status.CHANGED, job.state);
  }

  private ChangeResult refused() {
    return new ChangeResult(Status.REFUSED, job.state);
  }
}
