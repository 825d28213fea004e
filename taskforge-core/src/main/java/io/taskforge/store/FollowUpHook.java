package io.taskforge.store;

import io.taskforge.failure.Failure;
import io.taskforge.job.EndedJob;
import io.taskforge.job.FollowUps;
import io.taskforge.job.JobError;
import io.taskforge.job.JobState;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.job.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds {@link FollowUps} and isolates their failures, for authors of stores: asks only about
 * wanted ends, falls back to one job at a time if a batch fails, and never prevents a job from
 * ending. Thread-safe.
 */
public final class FollowUpHook {
  private static final Logger LOG = LoggerFactory.getLogger(FollowUpHook.class);

  private volatile FollowUps followUps;

  /** Creates a hook whose follow-ups are set later. */
  public FollowUpHook() {
    this(FollowUps.NONE);
  }

  /** Creates a hook with these follow-ups. */
  public FollowUpHook(FollowUps followUps) {
    this.followUps = followUps;
  }

  /**
   * Sets the follow-ups once; setting equal ones again has no effect.
   *
   * @throws IllegalStateException if others are already set
   */
  public synchronized void set(FollowUps hook) {
    if (isSet() && !followUps.equals(hook)) {
      throw new IllegalStateException("this store already has other follow-ups");
    }
    followUps = hook;
  }

  /** Whether there are follow-ups. */
  public boolean isSet() {
    return followUps != FollowUps.NONE;
  }

  /** Whether these settlements may have follow-ups; any of the jobs may end as cancelled. */
  public boolean mayFollow(List<Settlement> settlements) {
    return isSet() && settlements.stream().anyMatch(this::mayFollow);
  }

  private boolean mayFollow(Settlement settlement) {
    JobState state = settlement.verdict().state();
    JobState end = state.isFinal() ? state : JobState.CANCELLED;
    ClaimedJob job = settlement.job();
    return wants(job.tenant(), job.queue(), job.type(), end);
  }

  /**
   * Returns the jobs that follow a commit.
   *
   * @param results the result of each of {@code settlements}
   * @param at the stored end time of the jobs
   * @throws StoreException if the follow-ups can't be determined now
   */
  public List<NewJob> after(List<Settlement> settlements, List<CommitResult> results, Instant at) {
    return after(settlements, results, Collections.nCopies(results.size(), at));
  }

  /** As above, with the stored end time of each job. */
  public List<NewJob> after(
      List<Settlement> settlements, List<CommitResult> results, List<Instant> at) {
    List<EndedJob> ended = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      EndedJob end = end(settlements.get(i), results.get(i), at.get(i));
      if (end != null) {
        ended.add(end);
      }
    }
    return after(ended);
  }

  /** Returns the end that a settlement made of its job, or null if the job will run again. */
  private static @Nullable EndedJob end(Settlement settlement, CommitResult result, Instant at) {
    if (result == CommitResult.LEASE_LOST) {
      return null;
    }
    boolean cancelled = result == CommitResult.CANCELLED;
    JobState state = cancelled ? JobState.CANCELLED : settlement.verdict().state();
    if (!state.isFinal()) {
      return null;
    }
    String reason = settlement.verdict().explanation();
    QueueName deadLetterQueue = null;
    if (cancelled) {
      reason = settlement.cancelledExplanation();
    } else if (settlement.verdict().next() instanceof Verdict.DeadLetterTo dead) {
      reason = dead.reason();
      deadLetterQueue = dead.queue();
    }
    return new EndedJob(
        settlement.job().identity(),
        state,
        settlement.number(),
        at,
        error(settlement.verdict().failure()),
        deadLetterQueue,
        reason.isEmpty() ? null : reason,
        settlement.job().trace());
  }

  private static @Nullable JobError error(@Nullable Failure failure) {
    return failure == null
        ? null
        : new JobError(failure.type().name(), failure.kind(), failure.message());
  }

  /**
   * Returns the jobs that follow these ends.
   *
   * @throws StoreException if the follow-ups can't be determined now
   */
  public List<NewJob> after(List<EndedJob> ended) {
    List<EndedJob> wanted = ended.stream().filter(this::wants).toList();
    if (wanted.isEmpty()) {
      return List.of();
    }
    try {
      return List.copyOf(followUps.after(wanted));
    } catch (RuntimeException | Error e) {
      throwIfTransient(e);
      if (wanted.size() > 1) {
        LOG.warn(
            "follow-ups of {} ended jobs failed, retrying one job at a time", wanted.size(), e);
        return wanted.stream().flatMap(end -> after(List.of(end)).stream()).toList();
      }
      LOG.error("follow-ups failed for job {}; skipping them", wanted.get(0).id(), e);
      return List.of();
    }
  }

  private boolean wants(EndedJob end) {
    return wants(end.tenant(), end.queue(), end.type(), end.state());
  }

  /** Whether such a job may have follow-ups when it ends in this state; false if that fails. */
  public boolean wants(TenantId tenant, QueueName queue, JobTypeName type, JobState state) {
    try {
      return followUps.wants(tenant, queue, type, state);
    } catch (RuntimeException | Error e) {
      throwIfTransient(e);
      LOG.error("follow-ups failed for {} jobs of type {}; skipping them", state, type, e);
      return false;
    }
  }

  private static void throwIfTransient(Throwable thrown) {
    if (thrown instanceof StoreException fault && fault.isTransient()) {
      throw fault;
    }
  }
}
