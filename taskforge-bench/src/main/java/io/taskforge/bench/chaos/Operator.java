package io.taskforge.bench.chaos;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.destination.Destination;
import io.taskforge.destination.DestinationId;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import io.taskforge.job.QueueName;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.StoreException;
import io.taskforge.query.JobFilter;
import io.taskforge.schedule.MisfirePolicy;
import io.taskforge.schedule.OverlapPolicy;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.Timing;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.RecordingCalls;
import io.taskforge.simulator.check.RecordingStore;
import io.taskforge.simulator.check.Snapshots;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Changes jobs, pauses the queue and holds the destination while a run lasts, reads jobs as a
 * dashboard does, and has a schedule whose occurrences the workers enqueue.
 */
final class Operator implements Runnable, AutoCloseable {
  private static final String NAME = "operator";
  private static final Timing EVERY_SECOND = Timing.every("* * * * * *", "UTC");
  private static final ScheduleId TICK = new ScheduleId("tick");
  private static final QueueName QUEUE = new QueueName(ChaosWorker.QUEUE);
  private static final int LOOKED_AT = 30;
  private static final int PAUSE_MILLIS = 300;

  private final JobStore store;
  private final TaskForge forge;
  private final Snapshots snapshots;
  private final Consumer<Event> events;
  private final Supplier<List<JobId>> jobs;
  private final SplittableRandom random;
  private final Instant scheduledSince;
  private volatile boolean stopping;
  private volatile @Nullable List<Instant> due;

  /**
   * @param jobs that it may change
   */
  Operator(JobStore store, Consumer<Event> events, Supplier<List<JobId>> jobs, long seed) {
    this.store = store;
    this.events = events;
    this.jobs = jobs;
    this.random = new SplittableRandom(seed);
    this.snapshots = new Snapshots(store, Instant::now, List.of(), events);
    this.forge =
        TaskForge.builder()
            .store(
                new RecordingCalls(
                    new RecordingStore(store, NAME, Instant::now, events),
                    NAME,
                    Instant::now,
                    events))
            .name(NAME)
            .build();
    forge
        .schedules()
        .put(
            forge
                .schedules()
                .draft(
                    TICK,
                    EVERY_SECOND,
                    JobRequest.of(ChaosWorker.TYPE, "tick").queue(QUEUE.value()))
                .withPolicies(MisfirePolicy.RUN_ALL, OverlapPolicy.QUEUE));
    this.scheduledSince = store.now();
    Thread thread = new Thread(this, "chaos-operator");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    try {
      while (!stopping) {
        Thread.sleep((long) (PAUSE_MILLIS * 2 * random.nextDouble()));
        attempt();
      }
      Instant stopped = Instant.now();
      while (!isReleased(stopped)) {
        Thread.sleep(PAUSE_MILLIS);
      }
      due = dueUntil(stopped);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** An operator whose call failed leaves it at that. */
  private void attempt() {
    try {
      List<JobId> known = jobs.get();
      if (known.isEmpty()) {
        return;
      }
      change(known);
      snapshots.look(sample(known));
    } catch (StoreException e) {
      events.accept(new Event.Fault(Instant.now(), NAME, "operator: change failed"));
    }
  }

  private List<JobId> sample(List<JobId> known) {
    Set<JobId> some = new HashSet<>();
    for (int i = 0; i < LOOKED_AT; i++) {
      some.add(any(known));
    }
    return List.copyOf(some);
  }

  private JobId any(List<JobId> some) {
    return some.get(random.nextInt(some.size()));
  }

  /** Most often one of the last, which has probably not ended. */
  private JobId any(List<JobId> known, int last) {
    return any(known.subList(Math.max(0, known.size() - last), known.size()));
  }

  private void change(List<JobId> known) {
    JobId id = any(known, 50);
    switch (random.nextInt(12)) {
      case 0 -> forge.cancel(id, "enough");
      case 1, 2 -> forge.retryNow(id);
      case 3 -> forge.reschedule(id, store.now().plusMillis(500 + random.nextInt(4_000)));
      case 4 -> forge.cancelRetries(id, "hopeless");
      case 5, 6 -> forge.deadLetter(id, "odd");
      case 7, 8, 9 -> redrive(known);
      case 10 -> hold();
      default -> pause();
    }
  }

  private void redrive(List<JobId> known) {
    List<JobId> dead = new ArrayList<>();
    store
        .queries()
        .list(JobFilter.all(JobFilter.MAX_LIMIT).state(JobState.DEAD))
        .items()
        .forEach(job -> dead.add(job.id()));
    dead.retainAll(new HashSet<>(known));
    if (!dead.isEmpty()) {
      forge.redrive(any(dead));
    }
  }

  /** Some holds end by themselves; the others are released with the next one, or at the end. */
  private void hold() {
    DestinationId destination =
        new DestinationId(
            Producer.TENANTS.get(random.nextInt(Producer.TENANTS.size())), ChaosWorker.DESTINATION);
    if (forge.destinations().find(destination).filter(Operator::isHeld).isPresent()) {
      forge.destinations().release(destination, "maintenance is over");
    } else {
      Duration time = Duration.ofSeconds(1 + random.nextInt(5));
      forge
          .destinations()
          .hold(destination, random.nextInt(4) == 0 ? null : time, "maintenance", NAME);
    }
  }

  private static boolean isHeld(Destination destination) {
    return destination.state().hold() != null;
  }

  private void pause() {
    forge.pause(QUEUE);
    forge.resume(QUEUE);
  }

  /** Releases everything, and pauses the schedule once the workers have caught up with it. */
  void stop() {
    stopping = true;
  }

  /** Whether everything is released, and each occurrence of the schedule has its job. */
  boolean isDone() {
    return due != null;
  }

  /** Records which occurrences must have a job in the last snapshot. */
  void recordOccurrences() {
    List<Instant> all = due;
    if (all != null) {
      events.accept(new Event.Occurrences(Instant.now(), NAME, "default/" + TICK, all));
    }
  }

  private List<Instant> dueUntil(Instant end) {
    List<Instant> all = new ArrayList<>();
    Instant next = EVERY_SECOND.next(scheduledSince).orElseThrow();
    while (next.isBefore(end)) {
      all.add(next);
      next = EVERY_SECOND.next(next).orElseThrow();
    }
    return all;
  }

  private boolean isReleased(Instant stopped) {
    try {
      forge.resume(QUEUE);
      for (Destination each : forge.destinations().list(null, null, LOOKED_AT)) {
        if (isHeld(each)) {
          forge.destinations().release(each.id(), "the run is over");
        }
      }
      ScheduleKey key = ScheduleKey.of(TICK.value());
      Instant next = forge.schedules().get(key).orElseThrow().schedule().nextRunAt();
      if (next != null && next.isBefore(stopped)) {
        return false;
      }
      forge.schedules().pause(key);
      return true;
    } catch (StoreException e) {
      return false; // the database is not back yet
    }
  }

  @Override
  public void close() {
    stopping = true;
    forge.close();
  }
}
