package io.taskforge.simulator.check;

import io.taskforge.destination.DestinationAccess;
import io.taskforge.destination.DestinationId;
import io.taskforge.job.AttemptStatus;
import io.taskforge.job.ChangeResult;
import io.taskforge.job.Counters;
import io.taskforge.job.Guarantee;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobState;
import io.taskforge.job.NewJob;
import io.taskforge.job.Transition;
import io.taskforge.store.CommitResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened in a run. Effects on the store (claims, commits, changes) are recorded
 * once they are known to have happened; a call whose answer was lost and whose effect is not known
 * is recorded as unknown.
 */
public sealed interface Event {
  /** When it happened, by the store's clock. */
  Instant at();

  /** The node, client or operator that did or saw it. */
  String node();

  /** A batch of jobs is about to be enqueued; all of them are stored or none. */
  record EnqueueCalled(Instant at, String node, long call, List<Wanted> jobs) implements Event {}

  /**
   * A job that is to be enqueued.
   *
   * @param key its idempotency key, or null
   * @param policy the name of its retry policy, or null if it is not known
   * @param notBefore no attempt may start before
   * @param schedule the schedule and the occurrence that it is for, or null
   * @param destination the destination that it names, or null
   */
  record Wanted(
      String job,
      String tenant,
      @Nullable String key,
      boolean atMostOnce,
      @Nullable String policy,
      Instant notBefore,
      @Nullable String schedule,
      @Nullable String destination,
      String payload) {
    /** A job that is enqueued now. */
    public static Wanted of(NewJob job, Instant now) {
      String policy = job.retryPolicy();
      return new Wanted(
          job.id().toString(),
          job.tenant().value(),
          job.idempotencyKey() == null ? null : job.idempotencyKey().value(),
          job.guarantee() == Guarantee.AT_MOST_ONCE,
          policy == null ? null : policy.replace("\"", ""),
          job.runAt() == null ? now.plus(job.delay()) : job.runAt(),
          job.schedule() == null ? null : job.tenant() + "/" + job.schedule() + " " + job.runAt(),
          destination(job),
          job.payload().json());
    }

    private static @Nullable String destination(NewJob job) {
      String key = JobSettings.withoutGuarantee(job.settings().laneKey());
      return key.startsWith(JobSettings.DESTINATION)
          ? new DestinationId(job.tenant(), key.substring(JobSettings.DESTINATION.length()))
              .toString()
          : null;
    }
  }

  /**
   * The store has answered an enqueue.
   *
   * @param jobs for each job its id, or that of the existing job with the same key
   */
  record EnqueueAnswered(Instant at, String node, long call, List<String> jobs) implements Event {}

  /** The caller of an enqueue got no answer. */
  record EnqueueUnknown(Instant at, String node, long call) implements Event {}

  /**
   * A worker holds a new lease on a due job.
   *
   * @param began when the worker asked for it; it chose the lanes after that
   * @param expires when the lease expires unless it is extended
   * @param entry the number of the attempt in the job's history
   * @param counters before the attempt
   * @param dueAt when the attempt was due, as the store says
   */
  record Claimed(
      Instant at,
      Instant began,
      String node,
      String job,
      long token,
      Instant expires,
      int entry,
      Counters counters,
      Instant dueAt)
      implements Event {
    /** Event files of earlier builds, beside which upgrades are tested, do not have all fields. */
    public Claimed {
      began = Objects.requireNonNullElse(began, at);
    }
  }

  /**
   * A claim or a rescue got no answer: this node may hold leases without a record of them.
   *
   * @param until when the node gave up or died
   */
  record ClaimUnknown(Instant at, String node, Instant until) implements Event {}

  /** A worker took over the expired lease of another. */
  record Rescued(Instant at, String node, String job, long token, Instant expires)
      implements Event {}

  /** A heartbeat extended leases, or found them lost. */
  record Extended(Instant at, String node, List<Long> tokens, List<Long> lost, Instant expires)
      implements Event {}

  /** A handler was started. */
  record Started(Instant at, String node, String job, long token, String tenant, String payload)
      implements Event {}

  /** A handler returned or threw. */
  record Ended(Instant at, String node, String job, long token, Ending how) implements Event {}

  /** How a handler ended. */
  enum Ending {
    DONE,
    /** With an error that the policy retries. */
    FAILED,
    /** With an error that no policy retries. */
    FAILED_FOR_GOOD,
    INTERRUPTED,
    SNOOZED,
    DISCARDED,
    DEAD_LETTERED
  }

  /**
   * The store has answered the commit of a run.
   *
   * @param transition the change of state that was to be written
   * @param state the next state, unless the job was cancelled instead
   * @param counters after the run
   * @param delay until the next run, or null
   * @param poison whether the job was given up as a poison message
   */
  record Committed(
      Instant at,
      String node,
      String job,
      long token,
      CommitResult result,
      AttemptStatus status,
      Transition transition,
      JobState state,
      Counters counters,
      @Nullable Duration delay,
      boolean poison)
      implements Event {}

  /** A commit got no answer and may have had its effect. */
  record CommitUnknown(Instant at, String node, String job, long token) implements Event {}

  /** An operator's change got no answer and may have had its effect. */
  record ChangeUnknown(Instant at, String node, String job) implements Event {}

  /**
   * An operator's change of a job.
   *
   * @param began when it was asked for; it had its effect after that
   * @param state after the change, or null
   * @param runAt when a changed job that waits is due, or null
   */
  record Changed(
      Instant at,
      Instant began,
      String node,
      String job,
      Transition transition,
      ChangeResult.Status status,
      @Nullable JobState state,
      @Nullable Instant runAt)
      implements Event {}

  /**
   * The state of a destination was written, by a worker whose calls failed or succeeded, or by an
   * operator who held or released it.
   *
   * @param access whether jobs may call it from now on
   */
  record DestinationChanged(Instant at, String node, String destination, DestinationAccess access)
      implements Event {}

  /** A node has learned the state of a destination. Until then, all that it knows is open. */
  record DestinationSeen(Instant at, String node, String destination, DestinationAccess access)
      implements Event {}

  /**
   * A retry policy was created or changed.
   *
   * @param delays the interval of the delay before each retry
   */
  record PolicySet(Instant at, String node, String policy, int maxRetries, List<Interval> delays)
      implements Event {}

  /** Both ends are inclusive. */
  record Interval(Duration min, Duration max) {}

  /** All jobs of the store, read in one transaction. */
  record Snapshot(Instant at, String node, boolean last, List<Seen> jobs) implements Event {}

  /**
   * A job in a snapshot, once for each list of a state that has it.
   *
   * @param leased whether a worker holds it
   * @param finished whether it has an end time
   * @param dead whether it has dead letter data
   * @param history one short text for each entry of its history, which starts with its number
   */
  record Seen(
      String job,
      String tenant,
      @Nullable String key,
      JobState state,
      boolean leased,
      boolean finished,
      boolean dead,
      Counters counters,
      List<String> history) {}

  /** Some jobs while others change; each of them was read in one statement. */
  record Looked(Instant at, String node, List<Seen> jobs) implements Event {}

  /** What a tenant sees if it lists its jobs. */
  record TenantRead(Instant at, String node, String tenant, List<String> jobs) implements Event {}

  /** The occurrences of a schedule that should have a job by now. */
  record Occurrences(Instant at, String node, String schedule, List<Instant> due)
      implements Event {}

  /** The life of a node. */
  record NodeChanged(Instant at, String node, NodeChange change, String why) implements Event {}

  /** What happened to a node. */
  enum NodeChange {
    STARTED,
    STOPPED,
    CRASHED,
    PAUSED,
    RESUMED,
    /** By itself, which must not happen. */
    EXITED
  }

  /** A fault was injected into a call of the store. */
  record Fault(Instant at, String node, String what) implements Event {}

  /** From now on there are no faults, and everything must end. */
  record FaultsStopped(Instant at, String node) implements Event {}
}
