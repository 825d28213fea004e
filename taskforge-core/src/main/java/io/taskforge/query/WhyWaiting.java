package io.taskforge.query;

import io.taskforge.destination.Breaker;
import io.taskforge.destination.Destination;
import io.taskforge.destination.DestinationAccess;
import io.taskforge.destination.DestinationState;
import io.taskforge.destination.Hold;
import io.taskforge.job.Job;
import io.taskforge.job.JobState;
import io.taskforge.job.WorkerMode;
import io.taskforge.queue.QueueSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why a job is not running.
 *
 * @param reasons what keeps the job from starting, the most important first; never empty
 * @param jobsAhead due jobs that are before this one in its lane, at most {@link #MAX_COUNTED}
 * @param estimatedWait about how long these take, or null if that is not known, as while its
 *     destination is closed or recovers
 */
public record WhyWaiting(
    JobState state, List<Reason> reasons, long jobsAhead, @Nullable Duration estimatedWait) {
  /** The maximum number of jobs that are counted. */
  public static final int MAX_COUNTED = 1_000;

  public WhyWaiting {
    reasons = List.copyOf(reasons);
  }

  /** One reason: a code for programs, and a sentence for people. */
  public record Reason(Code code, String text) {}

  /** The kinds of reasons. */
  public enum Code {
    /** The job runs or has finished. */
    NOT_WAITING,
    /** Its time has not come. */
    NOT_DUE,
    /** Its queue is paused. */
    QUEUE_PAUSED,
    /** Its destination is down, is held, or recovers and is called at a limited rate. */
    DESTINATION,
    /** No live worker serves its queue and runs its type. */
    NO_WORKER,
    /** An operator has asked all workers that could run it to claim no more jobs. */
    WORKERS_QUIET,
    /** As many jobs of its queue run as the queue allows. */
    QUEUE_LIMIT,
    /** As many jobs of its tenant run on the worker that answers as one tenant may have there. */
    TENANT_LIMIT,
    /** Its queue limits how many jobs start in a period. */
    RATE_LIMIT,
    /** All workers that could run it are full. */
    WORKERS_BUSY,
    /** Other jobs of its lane were due earlier. */
    JOBS_AHEAD,
    /** Nothing keeps it: the next claim takes it. */
    NEXT
  }

  /**
   * What is known about a waiting job.
   *
   * @param workers live workers that serve its queue and run its type
   * @param tenantAtLimit running jobs of its tenant on the worker that answers, if it may have no
   *     more of them there now; else 0
   * @param averageRun how long jobs of its queue ran on average in the last hour, or null
   * @param destination the destination that it calls; null if it has none or nothing is known of it
   */
  public record Situation(
      Instant now,
      QueueSituation queue,
      List<WorkerInfo> workers,
      int tenantAtLimit,
      long jobsAhead,
      @Nullable Duration averageRun,
      @Nullable Destination destination) {}

  /**
   * What is known about the queue of a waiting job.
   *
   * @param running running jobs of the queue; counted only if the queue has a limit
   */
  public record QueueSituation(QueueSettings settings, boolean paused, long running) {}

  /** Returns the reasons for {@code job}. */
  public static WhyWaiting of(Job job, Situation situation) {
    if (job.state() != JobState.QUEUED && job.state() != JobState.RETRYING) {
      String text = "the job is " + job.state() + ", it does not wait";
      return new WhyWaiting(job.state(), List.of(new Reason(Code.NOT_WAITING, text)), 0, null);
    }
    List<Reason> reasons = new ArrayList<>();
    if (job.runAt().isAfter(situation.now)) {
      reasons.add(new Reason(Code.NOT_DUE, "not due until " + job.runAt()));
    }
    if (situation.queue.paused) {
      reasons.add(new Reason(Code.QUEUE_PAUSED, "queue %s is paused".formatted(job.queue())));
    }
    if (situation.destination != null) {
      addDestination(reasons, situation.destination);
    }
    addWorkers(reasons, job, situation);
    if (reasons.isEmpty() && situation.jobsAhead == 0) {
      reasons.add(new Reason(Code.NEXT, "the next claim of a worker takes it"));
    }
    return new WhyWaiting(job.state(), reasons, situation.jobsAhead, estimate(situation));
  }

  private static void addDestination(List<Reason> reasons, Destination destination) {
    DestinationState state = destination.state();
    String name = destination.id().name();
    Hold hold = state.hold();
    String text = null;
    if (hold != null) {
      text =
          "destination %s is held %s: %s"
              .formatted(
                  name,
                  hold.until() == null ? "until it is released" : "until " + hold.until(),
                  hold.reason());
    } else if (state.breaker() instanceof Breaker.Open open) {
      text =
          "destination %s is down, its circuit breaker is open; it is probed at %s"
              .formatted(name, open.until());
    } else if (state.breaker() instanceof Breaker.HalfOpen) {
      text = "destination %s is being probed, its circuit breaker is half-open".formatted(name);
    } else if (state.release() != null) {
      text =
          String.format(
              Locale.ROOT,
              "destination %s recovers: its backlog is released at %.1f calls per second",
              name,
              state.release().perSecond());
    }
    if (text != null) {
      reasons.add(new Reason(Code.DESTINATION, text));
    }
  }

  private static void addWorkers(List<Reason> reasons, Job job, Situation situation) {
    QueueSettings queue = situation.queue.settings;
    int workers = situation.workers.size();
    if (workers == 0) {
      reasons.add(
          new Reason(
              Code.NO_WORKER,
              "no live worker serves queue %s and runs type %s"
                  .formatted(job.queue(), job.type())));
    } else if (situation.workers.stream().noneMatch(each -> each.mode() == WorkerMode.ACTIVE)) {
      reasons.add(
          new Reason(
              Code.WORKERS_QUIET,
              "an operator has quieted or stopped all %d workers that could run it"
                  .formatted(workers)));
    } else if (queue.concurrency() != null
        && situation.queue.running >= (long) queue.concurrency() * workers) {
      reasons.add(
          new Reason(
              Code.QUEUE_LIMIT,
              "%d jobs of queue %s run, which is its limit of %d on each of %d workers"
                  .formatted(situation.queue.running, job.queue(), queue.concurrency(), workers)));
    } else if (situation.workers.stream().allMatch(each -> each.running() >= each.concurrency())) {
      reasons.add(
          new Reason(
              Code.WORKERS_BUSY, "all places of the %d workers are taken".formatted(workers)));
    }
    if (situation.tenantAtLimit > 0) {
      reasons.add(
          new Reason(
              Code.TENANT_LIMIT,
              "%d jobs of tenant %s run on this worker, which is the tenant's limit"
                  .formatted(situation.tenantAtLimit, job.tenant())));
    }
    if (queue.rate() != null) {
      reasons.add(
          new Reason(
              Code.RATE_LIMIT,
              "queue %s starts at most %s on each worker".formatted(job.queue(), queue.rate())));
    }
    if (situation.jobsAhead > 0) {
      String number =
          situation.jobsAhead < MAX_COUNTED
              ? String.valueOf(situation.jobsAhead)
              : "at least " + MAX_COUNTED;
      reasons.add(
          new Reason(
              Code.JOBS_AHEAD, number + " jobs of the same lane are due and were due earlier"));
    }
  }

  private static @Nullable Duration estimate(Situation situation) {
    Destination destination = situation.destination;
    if (destination != null && destination.state().access() != DestinationAccess.OPEN) {
      return null;
    }
    long places = situation.workers.stream().mapToLong(WorkerInfo::concurrency).sum();
    return situation.averageRun == null || places == 0 || situation.jobsAhead == 0
        ? null
        : situation.averageRun.multipliedBy(situation.jobsAhead).dividedBy(places);
  }
}
