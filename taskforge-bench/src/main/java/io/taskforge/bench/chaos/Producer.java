package io.taskforge.bench.chaos;

import io.taskforge.engine.EngineEnvironment;
import io.taskforge.job.Enqueued;
import io.taskforge.job.Guarantee;
import io.taskforge.job.IdempotencyKey;
import io.taskforge.job.JobId;
import io.taskforge.job.JobIdentity;
import io.taskforge.job.JobSettings;
import io.taskforge.job.JobTypeName;
import io.taskforge.job.NewJob;
import io.taskforge.job.Payload;
import io.taskforge.job.QueueName;
import io.taskforge.job.StoreException;
import io.taskforge.job.TenantId;
import io.taskforge.simulator.check.Event;
import io.taskforge.simulator.check.RecordingCalls;
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Enqueues jobs in batches at a steady rate, and most often repeats a batch without an answer. */
final class Producer implements Runnable {
  static final List<TenantId> TENANTS = List.of(new TenantId("x"), new TenantId("y"));
  private static final String NODE = "client";
  private static final int MAX_BATCH = 20;
  private static final int AGAIN_MILLIS = 300;

  private final JobStore store;
  private final List<String> policies;
  private final SplittableRandom random;
  private final Supplier<JobId> ids = EngineEnvironment.production().ids();
  private final ChaosOptions options;
  private final List<JobId> stored = Collections.synchronizedList(new ArrayList<>());
  private final Set<JobId> killers = ConcurrentHashMap.newKeySet();
  private final AtomicInteger made = new AtomicInteger();

  Producer(JobStore store, Consumer<Event> events, List<String> policies, ChaosOptions options) {
    this.store = new RecordingCalls(store, NODE, Instant::now, events);
    this.policies = policies;
    this.random = new SplittableRandom(options.seed);
    this.options = options;
  }

  /** How many jobs it has made. */
  int made() {
    return made.get();
  }

  /** The jobs that are known to be stored, without those that kill their workers. */
  List<JobId> harmless() {
    synchronized (stored) {
      return stored.stream().filter(id -> !killers.contains(id)).toList();
    }
  }

  @Override
  public void run() {
    long begun = System.nanoTime();
    try {
      int count = 0;
      while (count < options.jobs) {
        List<NewJob> batch = new ArrayList<>();
        int size = Math.min(options.jobs - count, 1 + random.nextInt(MAX_BATCH));
        for (int i = 0; i < size; i++) {
          batch.add(job(count + i));
        }
        enqueue(batch);
        count += size;
        made.set(count);
        long due = begun + (long) (options.seconds * 1e9 * count / options.jobs);
        Thread.sleep(Math.max(0, (due - System.nanoTime()) / 1_000_000));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void enqueue(List<NewJob> batch) throws InterruptedException {
    while (true) {
      try {
        for (Enqueued answer : store.enqueue(batch)) {
          stored.add(answer.id());
        }
        return;
      } catch (StoreException e) {
        if (random.nextInt(8) == 0) {
          return;
        }
        Thread.sleep(AGAIN_MILLIS);
      }
    }
  }

  /** Killers are spread evenly over the run. */
  private boolean isKiller(int number) {
    return options.killers > 0
        && number * (long) options.killers / options.jobs
            != (number + 1L) * options.killers / options.jobs;
  }

  /** An id whose time is that of a client with a wrong clock. */
  private JobId id() {
    UUID id = ids.get().value();
    long wrong = Math.round(options.skew * 1_000 * (2 * random.nextDouble() - 1));
    return new JobId(
        new UUID(id.getMostSignificantBits() + (wrong << 16), id.getLeastSignificantBits()));
  }

  private NewJob job(int number) {
    TenantId tenant = TENANTS.get(random.nextInt(2));
    boolean killer = isKiller(number);
    boolean calls = !killer && number % 3 == 0;
    String payload =
        tenant
            + "-"
            + number
            + (killer ? ChaosWorker.KILLER : "")
            + (calls ? ChaosWorker.CALLER : "");
    boolean once = !killer && random.nextInt(8) == 0;
    JobId id = id();
    if (killer) {
      killers.add(id);
    }
    return new NewJob(
        new JobIdentity(
            id, new QueueName(ChaosWorker.QUEUE), new JobTypeName(ChaosWorker.TYPE), tenant),
        new Payload('"' + payload + '"'),
        new JobSettings(
                random.nextInt(3),
                once ? Guarantee.AT_MOST_ONCE : Guarantee.AT_LEAST_ONCE,
                '"' + policies.get(random.nextInt(policies.size())) + '"',
                null,
                null,
                !killer && random.nextInt(20) == 0 ? new IdempotencyKey("k" + number / 50) : null)
            .laneKey(calls ? JobSettings.DESTINATION + ChaosWorker.DESTINATION : ""),
        null,
        random.nextInt(10) == 0 ? Duration.ofMillis(random.nextInt(4_000)) : Duration.ZERO);
  }
}
