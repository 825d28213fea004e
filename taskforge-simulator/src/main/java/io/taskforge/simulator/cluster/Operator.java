package io.taskforge.simulator.cluster;

import io.taskforge.TaskForge;
import io.taskforge.deadletter.RedriveRequest;
import io.taskforge.destination.Destination;
import io.taskforge.destination.DestinationId;
import io.taskforge.job.JobId;
import io.taskforge.job.StoreException;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.PolicyName;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.simulator.check.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Cancels, retries, redrives and reschedules jobs, pauses queues, holds destinations and changes
 * policies.
 */
final class Operator {
  private static final int MAX_RETRIES = 5;

  private final Cluster cluster;
  private final TaskForge forge;
  private final Clients clients;
  private final SplittableRandom random;

  Operator(Cluster cluster, TaskForge forge, Clients clients) {
    this.cluster = cluster;
    this.forge = forge;
    this.clients = clients;
    this.random = cluster.plan().random("operator");
  }

  void begin() {
    Plan plan = cluster.plan();
    int changes = plan.has(Chaos.OPERATORS) ? random.nextInt(16) : 0;
    int policies = plan.has(Chaos.POLICY_CHANGES) ? random.nextInt(5) : 0;
    for (int i = 0; i < changes + policies; i++) {
      boolean policy = i >= changes;
      cluster
          .world()
          .plan(
              random.nextLong(plan.seconds() * 1_000_000L),
              () -> attempt(policy ? this::changePolicy : this::change));
    }
  }

  /** An operator whose call failed leaves it at that. */
  private void attempt(Runnable action) {
    try {
      action.run();
    } catch (StoreException e) {
      cluster.record(
          new Event.Fault(
              cluster.world().instant(), "operator", "change failed: " + e.getMessage()));
    }
  }

  private void change() {
    List<JobId> ids = clients.ids();
    if (ids.isEmpty()) {
      return;
    }
    JobId id = ids.get(random.nextInt(ids.size()));
    switch (random.nextInt(14)) {
      case 0, 1 -> forge.cancel(id, "enough");
      case 2, 3, 4 -> forge.retryNow(id);
      case 5 ->
          forge.reschedule(id, cluster.world().instant().plusMillis(500 + random.nextInt(4_000)));
      case 6 -> forge.cancelRetries(id, "hopeless");
      case 7 -> forge.deadLetter(id, "odd");
      case 8, 9 -> forge.redrive(id);
      case 10 -> forge.redrives().start(RedriveRequest.all());
      case 11, 12 -> hold(destination());
      default -> {
        forge.pause(Cluster.BULK);
        cluster.world().in(Duration.ofSeconds(3), () -> attempt(() -> forge.resume(Cluster.BULK)));
      }
    }
  }

  private DestinationId destination() {
    return new DestinationId(
        Clients.TENANTS.get(random.nextInt(Clients.TENANTS.size())), Clients.DESTINATION);
  }

  /** Some holds end by themselves; the others end when they are released. */
  private void hold(DestinationId destination) {
    Duration time = Duration.ofMillis(500 + random.nextInt(8_000));
    boolean ends = random.nextBoolean();
    Destination ignored =
        forge.destinations().hold(destination, ends ? time : null, "maintenance", "operator");
    if (!ends) {
      cluster.world().in(time, () -> attempt(() -> release(destination)));
    }
  }

  private void release(DestinationId destination) {
    Destination ignored = forge.destinations().release(destination, "maintenance is over");
  }

  /** Releases what is still held, once there are no more faults. */
  void heal() {
    for (Destination each : forge.destinations().list(null, null, Clients.TENANTS.size())) {
      if (each.state().hold() != null) {
        release(each.id());
      }
    }
  }

  private void changePolicy() {
    set(
        Cluster.POLICIES.get(random.nextInt(2)),
        RetryPolicy.exponential(Duration.ofMillis(100 + random.nextInt(900)))
            .cappedAt(Duration.ofSeconds(3))
            .jitter(random.nextBoolean() ? Jitter.equal() : Jitter.proportional(0.2))
            .maxRetries(random.nextInt(MAX_RETRIES)));
  }

  /** Recorded first: from the call on, workers may use it. */
  void set(String name, RetryPolicy policy) {
    List<Event.Interval> delays = new ArrayList<>();
    for (int retry = 1; retry <= MAX_RETRIES + 1; retry++) {
      var range = policy.range(retry);
      delays.add(new Event.Interval(range.min(), range.max()));
    }
    cluster.record(
        new Event.PolicySet(
            cluster.world().instant(), "operator", name, policy.maxRetries(), delays));
    forge.policies().put(new PolicyName(name), policy);
  }
}
