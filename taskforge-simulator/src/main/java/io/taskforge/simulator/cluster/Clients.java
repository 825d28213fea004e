package io.taskforge.simulator.cluster;

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
import io.taskforge.store.JobStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Enqueues jobs in batches, and repeats a batch whose answer was lost. */
final class Clients {
  static final List<TenantId> TENANTS = List.of(new TenantId("x"), new TenantId("y"));
  static final String DESTINATION = "api";
  private static final int MAX_BATCH = 4;
  private static final int KEYS = 4;

  private final Cluster cluster;
  private final JobStore store;
  private final SplittableRandom random;
  private final List<JobId> ids = new ArrayList<>();
  private int count;

  Clients(Cluster cluster, JobStore store) {
    this.cluster = cluster;
    this.store = store;
    this.random = cluster.plan().random("clients");
  }

  /** Plans all batches. */
  void begin() {
    int left = cluster.plan().jobs();
    while (left > 0) {
      int size = Math.min(left, 1 + random.nextInt(MAX_BATCH));
      left -= size;
      long when = random.nextLong(cluster.plan().seconds() * 1_000_000L);
      cluster.world().plan(when, () -> enqueue(batch(size), 5));
    }
  }

  private List<NewJob> batch(int size) {
    List<NewJob> jobs = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      jobs.add(job());
    }
    return jobs;
  }

  private NewJob job() {
    int number = ++count;
    TenantId tenant = TENANTS.get(random.nextInt(2));
    boolean killer = cluster.plan().has(Chaos.KILLERS) && random.nextInt(30) == 0;
    boolean calls =
        !killer
            && cluster.plan().has(Chaos.DESTINATIONS)
            && (number + cluster.plan().seed()) % 3 > 0;
    String payload =
        tenant
            + "-"
            + number
            + (calls ? SimulatedHandler.CALLER : "")
            + (killer ? SimulatedHandler.KILLER : "");
    return new NewJob(
        new JobIdentity(
            cluster.ids().get(),
            random.nextInt(4) == 0 ? Cluster.BULK : Cluster.WORK,
            new JobTypeName(random.nextInt(5) == 0 ? Cluster.RARE : Cluster.TYPE),
            tenant),
        new Payload('"' + payload + '"'),
        settings(killer).laneKey(calls ? JobSettings.DESTINATION + DESTINATION : ""),
        null,
        random.nextInt(4) == 0 ? Duration.ofMillis(random.nextInt(4_000)) : Duration.ZERO);
  }

  private JobSettings settings(boolean killer) {
    return new JobSettings(
        random.nextInt(3),
        !killer && random.nextInt(8) == 0 ? Guarantee.AT_MOST_ONCE : Guarantee.AT_LEAST_ONCE,
        '"' + Cluster.POLICIES.get(random.nextInt(2)) + '"',
        null,
        null,
        !killer && random.nextInt(4) == 0 ? new IdempotencyKey("k" + random.nextInt(KEYS)) : null);
  }

  private void enqueue(List<NewJob> jobs, int tries) {
    try {
      store
          .enqueue(jobs)
          .forEach(
              answer -> {
                if (answer.created()) {
                  ids.add(answer.id());
                }
              });
      cluster.wakeOne();
    } catch (StoreException e) {
      if (tries > 1 && random.nextInt(8) > 0) {
        cluster
            .world()
            .in(
                Duration.ofMillis(100 + random.nextInt(1_000)),
                () -> enqueue(jobs, cluster.isHealed() ? tries : tries - 1));
      }
    }
  }

  /** The jobs that are known to be stored. */
  List<JobId> ids() {
    return ids;
  }

  static QueueName deadLetters(QueueName queue) {
    return new QueueName(queue.value() + "-dead");
  }
}
