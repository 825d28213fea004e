package io.taskforge.simulator;

import io.taskforge.failure.Errors;
import io.taskforge.failure.Failure;
import io.taskforge.failure.FailureClassifier;
import io.taskforge.failure.ReportedError;
import io.taskforge.retry.RetryContext;
import io.taskforge.retry.RetryDecision;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.simulator.SimulatedDestination.Answer;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A discrete-event simulation of one contender. Jobs wait in the lanes of their priorities and are
 * claimed as from a store; at most as many run as there are workers.
 */
final class Simulation {
  /** The simulated seconds before the outage. */
  static final int WARM_UP_SECONDS = 30;

  private static final long SECOND = 1_000_000_000L;

  /** Unfinished jobs that are not a backlog, however few jobs arrive. */
  private static final int FEWEST_UNFINISHED = 5;

  /** Worker processes that share the state of the destination. */
  private static final int PROCESSES = 3;

  /** The simulated seconds after the backlog is gone, for the chart. */
  private static final long TAIL_SECONDS = 60;

  /** The delay of a refunded attempt that was the last one. */
  private static final Duration REFUNDED_DELAY = Duration.ofSeconds(1);

  private static final Failure REFUSED =
      FailureClassifier.standard()
          .classify(ReportedError.of(Errors.CONNECTION_REFUSED), "connection refused");
  private static final Failure REJECTED =
      FailureClassifier.standard().classify(ReportedError.ofStatus(503), "no capacity");

  private final Scenario scenario;
  private final Consumer<SimulatedJob> sent;
  private final RetryPolicy policy;
  private final Gate gate;
  private final @Nullable BudgetLimit budget;
  private final SimulatedDestination destination;
  private final long downUntil;
  private double drainedAtMost;
  private final SplittableRandom arrivals;
  private final SplittableRandom latencies;
  private final SplittableRandom jitter;

  private final WaitingJobs waiting = new WaitingJobs();
  private final JobHeap running = new JobHeap();
  private final LoadSeries.Counter load = new LoadSeries.Counter();

  private long nextArrival;
  private long arrived;
  private long refunded;
  private long dead;
  private @Nullable Long drainedAt;

  private Simulation(Scenario scenario, Contender contender, Consumer<SimulatedJob> sent) {
    this.scenario = scenario;
    this.sent = sent;
    this.policy = contender.policy();
    DestinationModel model = scenario.destination();
    this.gate =
        contender.breaker() == null
            ? Gate.NONE
            : new BreakerGate(contender.breaker(), PROCESSES, model.latency().multipliedBy(2));
    this.budget = contender.budget() == null ? null : new BudgetLimit(contender.budget());
    long downFrom = WARM_UP_SECONDS * SECOND;
    this.downUntil = downFrom + model.outage().toNanos();
    this.destination = new SimulatedDestination(model, downFrom, downUntil);
    // One second of arrivals and one percent of the backlog: the end of a drain is noisy.
    this.drainedAtMost =
        Math.max(FEWEST_UNFINISHED, scenario.arrivals() * (1 + seconds(model.latency().toNanos())))
            + 0.01 * scenario.arrivals() * scenario.outageSeconds();
    // Three sources, so that every contender gets the same arrivals.
    SplittableRandom random = new SplittableRandom(scenario.seed());
    this.arrivals = random.split();
    this.latencies = random.split();
    this.jitter = random.split();
  }

  static SimulationResult run(Scenario scenario, Contender contender) {
    return run(scenario, contender, job -> {});
  }

  /**
   * @param sent receives each job when its call is sent
   */
  static SimulationResult run(Scenario scenario, Contender contender, Consumer<SimulatedJob> sent) {
    return new Simulation(scenario, contender, sent).run(contender.name());
  }

  private SimulationResult run(String name) {
    long end = downUntil + scenario.limit().toNanos();
    nextArrival = untilNextArrival();
    long now = 0;
    while (now < end) {
      long nextEnd = running.firstTime();
      long nextStart = nextStart(now);
      long nextTick = Math.max(now, gate.nextTick());
      now = Math.min(Math.min(nextArrival, nextEnd), Math.min(nextStart, nextTick));
      if (now == nextTick) {
        gate.tick(wanted(now), now);
      } else if (now == nextEnd) {
        end(running.removeFirst(), now);
      } else if (now == nextArrival) {
        waiting.add(new SimulatedJob(scenario.priority(arrived), now));
        arrived++;
        nextArrival = now + untilNextArrival();
      } else {
        claim(now);
      }
      if (now < WARM_UP_SECONDS * SECOND) {
        // What is normal before the outage is not a backlog after it.
        drainedAtMost = Math.max(drainedAtMost, unfinished());
      } else if (drainedAt == null && now >= downUntil && unfinished() <= drainedAtMost) {
        drainedAt = now;
        end = Math.min(end, now + TAIL_SECONDS * SECOND);
      }
    }
    return result(name);
  }

  private int unfinished() {
    return waiting.size() + running.size();
  }

  private long untilNextArrival() {
    double gap =
        scenario.spacing() == Scenario.Spacing.EVEN ? 1 : -Math.log(1 - arrivals.nextDouble());
    return Math.max(1, Math.round(gap / scenario.arrivals() * SECOND));
  }

  private long nextStart(long now) {
    if (waiting.size() == 0 || running.size() >= scenario.workers()) {
      return Long.MAX_VALUE;
    }
    return gate.opensAt(Math.max(now, waiting.firstTime()));
  }

  private int wanted(long now) {
    int free = Math.min(scenario.workers() - running.size(), waiting.size());
    return waiting.firstTime() <= now ? free : 0;
  }

  private void claim(long now) {
    for (SimulatedJob job : gate.claim(waiting, scenario.workers() - running.size(), now)) {
      start(job, now);
    }
  }

  private void start(SimulatedJob job, long now) {
    if (budget != null && job.isNew()) {
      budget.firstAttempt(now);
    }
    job.start(now, gate.held(job.runAt, now));
    load.sent(now);
    job.answer = destination.call(now);
    long latency = scenario.destination().latency().toNanos();
    job.endsAt = now + latency / 2 + latencies.nextLong(latency + 1);
    running.add(job.endsAt, job);
    sent.accept(job);
  }

  private void end(SimulatedJob job, long now) {
    boolean refund = gate.ended(job, now);
    if (job.answer == Answer.SERVED) {
      return;
    }
    load.failed(job.startedAt);
    RetryDecision decision =
        policy.decide(
            job.answer == Answer.REFUSED ? REFUSED : REJECTED,
            RetryContext.afterFailures(job.failures + 1)
                .elapsed(job.elapsed(now))
                .previousDelay(job.previousDelay),
            jitter);
    refunded += refund ? 1 : 0;
    job.failures += refund ? 0 : 1;
    if (decision instanceof RetryDecision.Retry retry) {
      job.previousDelay = retry.delay();
      again(job, retry.delay(), now);
    } else if (refund) {
      again(job, REFUNDED_DELAY, now);
    } else {
      dead++;
    }
  }

  private void again(SimulatedJob job, Duration delay, long now) {
    job.runAt = now + (budget == null ? delay : budget.scheduled(delay, now)).toNanos();
    waiting.add(job);
  }

  private SimulationResult result(String name) {
    LoadSeries series = load.series(-WARM_UP_SECONDS);
    Double drain = drainedAt == null ? null : seconds(drainedAt - downUntil);
    return new SimulationResult(
        name,
        drain,
        drain == null ? null : drain / scenario.idealDrainSeconds(),
        series.totalFailed(),
        series.peak(),
        series.totalCalls() - refunded,
        dead,
        series);
  }

  private static double seconds(long nanos) {
    return nanos / (double) SECOND;
  }
}
