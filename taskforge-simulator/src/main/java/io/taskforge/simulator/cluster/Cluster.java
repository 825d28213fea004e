package io.taskforge.simulator.cluster;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.engine.EngineAccess;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.engine.HandlerThreads;
import io.taskforge.job.JobId;
import io.taskforge.job.QueueName;
import io.taskforge.job.ScheduleId;
import io.taskforge.queue.QueueSettings;
import io.taskforge.retry.Jitter;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.schedule.MisfirePolicy;
import io.taskforge.schedule.OverlapPolicy;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.Timing;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.RecordingCalls;
import io.taskforge.simulator.check.RecordingStore;
import io.taskforge.simulator.check.Snapshots;
import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A cluster in simulation: nodes, clients and an operator around one store. */
final class Cluster {
  static final int MAX_LOST_LEASES = 6;
  static final Duration LEASE = Duration.ofSeconds(5);
  static final Duration TIMEOUT = Duration.ofSeconds(7);
  static final String TYPE = "work";
  static final String RARE = "rare";
  static final QueueName WORK = new QueueName("work");
  static final QueueName BULK = new QueueName("bulk");
  static final List<String> POLICIES = List.of("patient-jobs", "hasty-jobs");

  private static final Timing EVERY_5_SECONDS = Timing.every("*/5 * * * * *", "UTC");
  private static final ScheduleId TICK = new ScheduleId("tick");
  // Time for the last occurrences; a job can still kill the only node again and again.
  private static final Duration CATCH_UP = Duration.ofSeconds(25);
  private static final Duration DRAIN_WITHIN = Duration.ofMinutes(15);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(4);

  private final Plan plan;
  private final PlantedBug bug;
  private final World world = new World();
  private final List<Event> events = new ArrayList<>();
  private final Faults faults;
  private final JobStore store;
  private final Snapshots snapshots;
  private final List<Node> nodes = new ArrayList<>();
  private final SplittableRandom random;
  private final SplittableRandom handlerRandom;
  private final Supplier<JobId> ids;
  private final TaskForge operator;
  private final Clients clients;
  private final Operator changes;
  private boolean healed;
  private long idCount;

  Cluster(Plan plan, PlantedBug bug) {
    this.plan = plan;
    this.bug = bug;
    this.random = plan.random("cluster");
    this.handlerRandom = plan.random("handlers");
    this.ids = this::nextId;
    this.faults = new Faults(plan, world, events::add);
    this.store = bug.inStore(new MemoryJobStore(world::storeTime), world);
    this.snapshots = new Snapshots(store, world::instant, Clients.TENANTS, events::add);
    this.operator = operator();
    this.clients = new Clients(this, connect(Party.steady("client")));
    this.changes = new Operator(this, operator, clients);
  }

  private JobId nextId() {
    long millis = world.millis();
    return new JobId(new UUID(millis << 16 | 0x7000L, 1L << 63 | ++idCount));
  }

  private TaskForge operator() {
    return EngineAccess.withEnvironment(
            TaskForge.builder(),
            new EngineEnvironment(
                () -> world.micros() * 1_000,
                plan.random("operator engine"),
                ids,
                (name, size) -> HandlerThreads.direct()))
        .store(connect(Party.steady("operator")))
        .name("operator")
        .build();
  }

  private JobStore connect(Party party) {
    JobStore faulty =
        new FaultyStore(
            bug.inEngine(
                new RecordingStore(store, party.name(), world::instant, events::add), world),
            faults,
            party);
    return new RecordingCalls(faulty, party.name(), world::instant, events::add);
  }

  /** Configures the worker of a node. */
  TaskForgeBuilder configure(TaskForgeBuilder builder, Party node, SimulatedHandler handler) {
    builder
        .store(connect(node))
        .concurrency(4)
        .lease(LEASE)
        .timeout(TIMEOUT)
        .queue(WORK.value())
        .queue(BULK.value())
        .handler(JobType.of(TYPE, String.class), handler);
    // Not every node can run every type; the first can.
    if (node.name().startsWith("n1.")) {
      builder.handler(JobType.of(RARE, String.class), handler);
    }
    bug.configure(builder);
    return builder;
  }

  Plan plan() {
    return plan;
  }

  World world() {
    return world;
  }

  Supplier<JobId> ids() {
    return ids;
  }

  SplittableRandom handlerRandom() {
    return handlerRandom;
  }

  void record(Event event) {
    events.add(event);
  }

  /** Whether the faults have stopped. */
  boolean isHealed() {
    return healed;
  }

  /** Whether what some jobs call is down: in the second and third quarter of the time. */
  boolean isDestinationDown() {
    long quarter = plan.seconds() * 250_000L;
    return plan.has(Chaos.DESTINATIONS)
        && !healed
        && world.micros() > quarter
        && world.micros() < 3 * quarter;
  }

  /** A hint that there are jobs; it does not reach every node. */
  void wakeOne() {
    nodes.get(random.nextInt(nodes.size())).wakeFetcher();
  }

  /** Runs the whole simulation and returns what happened. */
  List<Event> run() {
    faults.stop(true);
    setUp();
    faults.stop(false);
    for (int i = 1; i <= plan.nodes(); i++) {
      Node node = new Node(this, i);
      nodes.add(node);
      world.in(Duration.ofMillis(random.nextInt(2_000)), node::start);
    }
    clients.begin();
    changes.begin();
    planFaults();
    for (int second = 3; second < plan.seconds(); second += 7) {
      world.plan(second * 1_000_000L + 1, () -> snapshots.take(false));
    }
    world.runUntil(plan.seconds() * 1_000_000L);
    heal();
    Instant stopped = world.instant();
    drain();
    snapshots.take(true);
    if (plan.has(Chaos.SCHEDULES)) {
      record(occurrences(stopped.plusSeconds(2)));
    }
    return events;
  }

  private void setUp() {
    store.putQueue(WORK, QueueSettings.of(null, Clients.deadLetters(WORK)));
    store.putQueue(BULK, QueueSettings.NONE);
    changes.set(
        POLICIES.get(0),
        RetryPolicy.exponential(Duration.ofMillis(500))
            .cappedAt(Duration.ofSeconds(4))
            .jitter(Jitter.equal())
            .maxRetries(4));
    changes.set(
        POLICIES.get(1),
        RetryPolicy.fixed(Duration.ofMillis(300)).jitter(Jitter.none()).maxRetries(2));
    if (plan.has(Chaos.SCHEDULES)) {
      operator
          .schedules()
          .put(
              operator
                  .schedules()
                  .draft(TICK, EVERY_5_SECONDS, JobRequest.of(TYPE, "tick").queue(WORK.value()))
                  .withPolicies(MisfirePolicy.RUN_ALL, OverlapPolicy.QUEUE));
    }
  }

  private void planFaults() {
    SplittableRandom dice = plan.random("node faults");
    plan(dice, Chaos.CRASHES, 4, node -> node.crash("killed"));
    plan(dice, Chaos.RESTARTS, 2, Node::restart);
    plan(
        dice,
        Chaos.PAUSES,
        3,
        node -> node.pause(LEASE.multipliedBy(1 + dice.nextInt(3)).plusMillis(dice.nextInt(500))));
    plan(
        dice,
        Chaos.OUTAGES,
        2,
        node -> {
          faults.away(Duration.ofMillis(dice.nextInt(12_000)));
          record(new Event.Fault(world.instant(), "store", "the store is away"));
        });
  }

  private void plan(SplittableRandom dice, Chaos kind, int most, Consumer<Node> fault) {
    int count = plan.has(kind) ? 1 + dice.nextInt(most) : 0;
    for (int i = 0; i < count; i++) {
      Node node = nodes.get(dice.nextInt(nodes.size()));
      world.plan(
          dice.nextLong(plan.seconds() * 1_000_000L),
          () -> {
            if (!healed) {
              fault.accept(node);
            }
          });
    }
  }

  private void heal() {
    healed = true;
    faults.stop(true);
    record(new Event.FaultsStopped(world.instant(), "cluster"));
    nodes.forEach(Node::resume);
    store.pauseQueue(BULK, false);
    changes.heal();
  }

  private void drain() {
    if (plan.has(Chaos.SCHEDULES)) {
      world.pass(CATCH_UP);
      operator.schedules().pause(ScheduleKey.of(TICK.value()));
    }
    long latest = world.micros() + DRAIN_WITHIN.toNanos() / 1_000;
    while (!snapshots.everythingHasEnded() && world.micros() < latest && !world.isRunaway()) {
      world.pass(LOOK_EVERY);
    }
    if (world.isRunaway()) {
      record(
          new Event.NodeChanged(
              world.instant(), "cluster", Event.NodeChange.EXITED, "a loop does not pause"));
    }
  }

  private static Event.Occurrences occurrences(Instant until) {
    List<Instant> due = new ArrayList<>();
    Instant next = EVERY_5_SECONDS.next(World.at(0)).orElseThrow();
    while (next.isBefore(until)) {
      due.add(next);
      next = EVERY_5_SECONDS.next(next).orElseThrow();
    }
    return new Event.Occurrences(until, "cluster", "default/" + TICK, due);
  }
}
