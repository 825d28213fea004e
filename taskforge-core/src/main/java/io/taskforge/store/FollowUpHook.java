package io.taskforge.store;

import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.JobType;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.TenantId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store's place for its {@link FollowUps}, for authors of stores. Asks them only about ends that
 * they want, and lets none of their bugs keep a job from ending. Thread-safe.
 */
public final class FollowUpHook {
  private static final Logger LOG = LoggerFactory.getLogger(FollowUpHook.class);

  private volatile FollowUps followUps = FollowUps.NONE;

  /**
   * Sets it, once; the same again is harmless.
   *
   * @throws IllegalStateException if there is another
   */
  public synchronized void set(FollowUps hook) {
    if (isSet() && !followUps.equals(hook)) {
      throw new IllegalStateException("this store has its follow-ups already");
    }
    followUps = hook;
  }

  /** Whether there is one at all. */
  public boolean isSet() {
    return followUps != FollowUps.NONE;
  }

  /** Whether something may follow when these are committed; every one may end by a cancel. */
  public boolean mayFollow(List<Settlement> settlements) {
    if (!isSet()) {
      return false;
    }
    for (Settlement settlement : settlements) {
      JobState state = settlement.stateAfter();
      ClaimedJob job = settlement.job();
      if (wants(
          job.id(),
          job.tenant(),
          job.queue(),
          job.type(),
          state.isFinal() ? state : JobState.CANCELLED)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns what follows a commit.
   *
   * @param results what became of each of {@code settlements}
   * @param at the time that was written as the jobs' end
   * @throws StoreException if that can't be said now
   */
  public List<NewJob> after(List<Settlement> settlements, List<CommitResult> results, Instant at) {
    List<EndedJob> ended = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      EndedJob end = EndedJob.of(settlements.get(i), results.get(i), at);
      if (end != null) {
        ended.add(end);
      }
    }
    return after(ended);
  }

  /**
   * Returns what follows these ends.
   *
   * @throws StoreException if that can't be said now
   */
  public List<NewJob> after(List<EndedJob> ended) {
    List<EndedJob> wanted = ended.stream().filter(this::wants).toList();
    if (wanted.isEmpty()) {
      return List.of();
    }
    try {
      return List.copyOf(followUps.after(wanted));
    } catch (RuntimeException | Error e) {
      throwIfLater(e);
      if (wanted.size() > 1) {
        LOG.warn("follow-ups of {} ended jobs failed, asking for each alone", wanted.size(), e);
        return oneByOne(wanted);
      }
      LOG.error("nothing follows the end of job {}: its follow-ups failed", wanted.get(0).id(), e);
      return List.of();
    }
  }

  /** One job that they stumble over must not cost the others theirs. */
  private List<NewJob> oneByOne(List<EndedJob> wanted) {
    List<NewJob> all = new ArrayList<>();
    for (EndedJob end : wanted) {
      all.addAll(after(List.of(end)));
    }
    return all;
  }

  private boolean wants(EndedJob end) {
    return wants(end.id(), end.tenant(), end.queue(), end.type(), end.state());
  }

  private boolean wants(JobId id, TenantId tenant, QueueName queue, JobType type, JobState state) {
    try {
      return followUps.wants(tenant, queue, type, state);
    } catch (RuntimeException | Error e) {
      throwIfLater(e);
      LOG.error("nothing follows the end of job {}: its follow-ups failed", id, e);
      return false;
    }
  }

  private static void throwIfLater(Throwable thrown) {
    if (thrown instanceof StoreException fault && fault.isTransient()) {
      throw fault;
    }
  }
}
