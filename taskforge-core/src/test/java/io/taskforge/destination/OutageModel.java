package io.taskforge.destination;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * A small model of jobs that call a destination with limited capacity through an outage, in steps
 * of 10 ms: three workers that share a destination's state, or full jitter without a breaker.
 */
final class OutageModel {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final double STEP = 0.01;
  private static final int WORKERS = 3;

  private final double arrivals;
  private final double capacity;
  private final double outage;
  private final double burn;
  private double failing; // the share of served calls that fail all the same
  private final Random random;
  private final DestinationSettings settings = DestinationSettings.defaults();
  private final PriorityQueue<double[]> waiting =
      new PriorityQueue<>(Comparator.comparingDouble(job -> job[0]));
  private final List<Worker> workers = new ArrayList<>();
  private DestinationState state = DestinationState.healthy(settings);
  private double time;
  private double credit;
  private long served;

  /** Where the outage begins, in seconds. */
  static final double BEGIN = 60;

  long failedCalls;
  double peakPerSecond;
  double drainedAfter = Double.NaN;

  OutageModel(double arrivals, double capacity, double outage, double burn, long seed) {
    this.arrivals = arrivals;
    this.capacity = capacity;
    this.outage = outage;
    this.burn = burn;
    this.random = new Random(seed);
  }

  /** Lets this share of the calls fail at any time, whatever their number. */
  OutageModel failing(double share) {
    failing = share;
    return this;
  }

  private static final class Worker {
    GrantedCalls granted = GrantedCalls.NONE;
    long epoch = DestinationState.UNKNOWN_EPOCH;
    DestinationAccess access = DestinationAccess.OPEN;
    double nextReport;
    List<Calls> calls = new ArrayList<>();
    ArrayDeque<double[]> flights = new ArrayDeque<>();
    boolean failed;
  }

  double ideal() {
    return arrivals * outage / (capacity - arrivals);
  }

  /** Runs until the backlog is gone, or for eight times the ideal time after the outage. */
  OutageModel run(boolean breaker) {
    for (int i = 0; i < WORKERS; i++) {
      Worker worker = new Worker();
      worker.nextReport = i * 0.17;
      workers.add(worker);
    }
    double end = BEGIN + outage + 8 * ideal() + 120;
    ArrayDeque<Integer> lastSecond = new ArrayDeque<>();
    int inSecond = 0;
    double nextArrival = 0;
    long arrived = 0;
    while (time < end && Double.isNaN(drainedAfter)) {
      while (nextArrival <= time) {
        waiting.add(new double[] {nextArrival, 0});
        arrived++;
        nextArrival += -Math.log(1 - random.nextDouble()) / arrivals;
      }
      credit = Math.min(Math.max(3, capacity * 0.25), credit + capacity * STEP);
      int calls = breaker ? stepWithBreaker() : stepFreely();
      lastSecond.addLast(calls);
      inSecond += calls;
      if (lastSecond.size() > 100) {
        inSecond -= lastSecond.removeFirst();
      }
      boolean after = time > BEGIN + outage;
      peakPerSecond = after ? Math.max(peakPerSecond, inSecond) : peakPerSecond;
      if (after && arrived - served <= Math.max(5, arrivals)) {
        drainedAfter = time - BEGIN - outage;
      }
      time += STEP;
    }
    return this;
  }

  private long ticks() {
    return (long) (time * 1e9);
  }

  private Instant now() {
    return START.plusNanos((long) (time * 1e9));
  }

  private boolean call() {
    boolean out = time >= BEGIN && time < BEGIN + outage;
    if (!out && credit >= 1) {
      credit -= 1;
      return random.nextDouble() >= failing;
    }
    credit = out ? credit : Math.max(-capacity * 0.25, credit - burn);
    failedCalls++;
    return false;
  }

  private int stepFreely() {
    int calls = 0;
    while (!waiting.isEmpty() && waiting.peek()[0] <= time) {
      double[] job = waiting.remove();
      calls++;
      if (call()) {
        served++;
      } else {
        job[1]++;
        job[0] = time + random.nextDouble() * Math.min(60, Math.pow(2, Math.min(20, job[1] - 1)));
        waiting.add(job);
      }
    }
    return calls;
  }

  private int stepWithBreaker() {
    int calls = 0;
    for (Worker worker : workers) {
      while (!worker.flights.isEmpty() && worker.flights.peek()[0] <= time) {
        double[] flight = worker.flights.remove();
        Instant sent = START.plusNanos((long) (flight[1] * 1e9));
        boolean ok = flight[2] == 1;
        worker.calls.add(new Calls(sent, (long) flight[3], ok ? 1 : 0, ok ? 0 : 1));
        worker.failed |= !ok;
      }
      if (time >= worker.nextReport && (worker.failed || worker.epoch >= 0)) {
        report(worker);
        worker.nextReport = time + 0.5;
      }
    }
    boolean sent = true;
    while (sent) {
      sent = false;
      for (Worker worker : workers) {
        boolean may =
            worker.access == DestinationAccess.OPEN
                || (worker.granted.available(ticks()) > 0
                    && worker.access != DestinationAccess.CLOSED);
        if (may && !waiting.isEmpty() && waiting.peek()[0] <= time) {
          double[] job = waiting.remove();
          worker.granted = worker.granted.sent(1);
          calls++;
          sent = true;
          boolean ok = call();
          worker.flights.add(new double[] {time + 0.05, time, ok ? 1 : 0, worker.epoch});
          if (ok) {
            served++;
          } else {
            job[0] = time + 1 + random.nextDouble();
            waiting.add(job);
          }
        }
      }
    }
    return calls;
  }

  private void report(Worker worker) {
    DestinationReport report =
        new DestinationReport(
            worker.calls,
            Duration.ofSeconds(1),
            null,
            List.of(),
            worker.epoch,
            worker.granted.unused(),
            50);
    DestinationDecision decision = DestinationDecision.after(state, settings, report, now());
    state = decision.state();
    worker.calls = new ArrayList<>();
    worker.failed = false;
    worker.granted = GrantedCalls.of(decision.granted(), ticks());
    worker.epoch = state.epoch();
    worker.access = state.access();
  }
}
