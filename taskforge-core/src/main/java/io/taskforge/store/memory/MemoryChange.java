package io.taskforge.store.memory;

import io.taskforge.job.AttemptNumber;
import io.taskforge.job.ChangeNote;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.ChangeResult.Status;
import io.taskforge.job.DeadLetter;
import io.taskforge.job.DeadLetterStay;
import io.taskforge.job.EndedJob;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobChange;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobRestart;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.Transition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A user's change of one job, made under the store's monitor. */
record MemoryChange(MemoryJobStore store, StoredJob job, Instant now) {
  ChangeResult apply(JobChange change) {
    if (!change.isAllowedIn(job.state)) {
      return new ChangeResult(Status.REFUSED, job.state);
    }
    Transition by = change.transition();
    if (change instanceof JobChange.Cancel cancel) {
      return cancel(by, cancel);
    }
    if (change instanceof JobChange.RetryNow) {
      return job.state.isFinal() ? startOver(by, null, ChangeNote.NONE) : runAt(now);
    }
    if (change instanceof JobChange.Reschedule reschedule) {
      return runAt(reschedule.runAt());
    }
    if (change instanceof JobChange.CancelRetries cancel) {
      return end(by, JobState.FAILED, cancel.reason(), null);
    }
    if (change instanceof JobChange.DeadLetter dead) {
      return end(by, JobState.DEAD, dead.reason(), dead.queue());
    }
    JobChange.Redrive redrive = (JobChange.Redrive) change;
    return startOver(by, redrive.target(), redrive.note());
  }

  ChangeResult restart(JobRestart how) {
    return job.state == how.from()
        ? startOver(how.transition(), how.target(), how.note())
        : new ChangeResult(Status.REFUSED, job.state);
  }

  private ChangeResult cancel(Transition by, JobChange.Cancel cancel) {
    if (job.state == JobState.RUNNING) {
      job.cancelRequested = true;
      return new ChangeResult(Status.REQUESTED, JobState.RUNNING);
    }
    endStay(DeadLetterStay.End.DELETED, cancel.note());
    return end(by, JobState.CANCELLED, cancel.reason(), null);
  }

  private void endStay(DeadLetterStay.End end, ChangeNote note) {
    if (job.state == JobState.DEAD && job.deadLetter != null) {
      job.stays.addFirst(new DeadLetterStay(job.deadLetter, job.queue, now, end, note));
    }
  }

  /** Ends a waiting job, or a finished one in another way, with an entry in its history. */
  private ChangeResult end(
      Transition by, JobState as, String reason, @Nullable QueueName deadLetters) {
    AttemptNumber number = job.number.next().neverStarted();
    List<NewJob> next = following(as, number, reason, deadLetters);
    store.waiting.remove(job);
    job.number = number;
    MemorySettling.recordCancelled(job, home(), now, reason);
    if (!job.state.isFinal()) {
      store.statistics.countEnded(job, as, now);
    }
    job.finish(by, as, now);
    if (deadLetters != null) {
      job.deadLetter = new DeadLetter(reason, job.queue, now);
      job.queue = deadLetters;
    }
    store.enqueue(next);
    return changed();
  }

  /** Called before anything changes: if it throws, nothing has changed. */
  private List<NewJob> following(
      JobState as, AttemptNumber number, String reason, @Nullable QueueName deadLetters) {
    return store.followUps.after(
        List.of(
            new EndedJob(
                new JobIdentity(job.given.id(), home(), job.given.type(), job.given.tenant()),
                as,
                number,
                now,
                job.lastError(),
                deadLetters,
                reason.isEmpty() ? null : reason,
                job.given.trace())));
  }

  private ChangeResult runAt(Instant at) {
    store.waiting.remove(job);
    job.runAt = at;
    store.waiting.add(job);
    return changed();
  }

  private ChangeResult startOver(Transition by, @Nullable QueueName target, ChangeNote note) {
    if (job.given.guarantee() == Guarantee.AT_MOST_ONCE && job.hasStarted()) {
      return new ChangeResult(Status.REFUSED, job.state);
    }
    endStay(DeadLetterStay.End.REDRIVEN, note);
    job.startOver(by, now, target == null ? home() : target);
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
