package io.taskforge.store.tck;

import io.taskforge.job.JobChange;
import io.taskforge.job.JobId;
import io.taskforge.job.TenantId;
import io.taskforge.store.ClaimedJob;
import io.taskforge.store.Settlement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Jobs that end in random ways over several hours. Each job reaches at most one final state. */
final class RandomOutcomes {
  static final List<TenantId> TENANTS = Stream.of("x", "y").map(TenantId::new).toList();
  static final List<String> QUEUES = List.of("a", "b");

  private final StoreUnderTest test;
  private final Random random;
  private final List<JobId> ids = new ArrayList<>();
  private final List<Settlement> settled = new ArrayList<>();

  RandomOutcomes(StoreUnderTest test, long seed) {
    this.test = test;
    this.random = new Random(seed);
  }

  List<JobId> ids() {
    return ids;
  }

  void run(int steps) {
    for (int step = 0; step < steps; step++) {
      test.advance(Duration.ofSeconds(random.nextInt(200)));
      ids.add(
          test.enqueue(
              test.aJob()
                  .in(QUEUES.get(random.nextInt(2)))
                  .of(TENANTS.get(random.nextInt(2)).value())));
      JobId changed = ids.get(random.nextInt(ids.size()));
      if (random.nextInt(3) == 0 && !test.job(changed).state().isFinal()) {
        boolean retries = random.nextBoolean();
        test.change(
            changed,
            retries ? new JobChange.CancelRetries("hopeless") : new JobChange.Cancel("enough"));
      }
      List<ClaimedJob> claimed =
          test.store().claim(test.claimBy(StoreUnderTest.WORKER).from("a", 2).from("b", 2).upTo(4));
      List<Settlement> results = new ArrayList<>();
      for (ClaimedJob job : random.nextInt(20) == 0 ? rescued() : claimed) {
        results.add(ending(job));
      }
      if (!settled.isEmpty() && random.nextInt(4) == 0) {
        results.add(settled.get(random.nextInt(settled.size()))); // stale
      }
      test.store().commit(results);
      settled.addAll(results);
    }
  }

  private List<ClaimedJob> rescued() {
    test.letLeasesExpire();
    return test.rescue();
  }

  private Settlement ending(ClaimedJob job) {
    if (job.lostBy() != null) {
      return test.lost(job);
    }
    Duration delay = Duration.ofMillis(random.nextInt(100_000));
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> test.retried(job, delay);
      case 4 -> test.snoozed(job, delay);
      case 5 -> test.deadLettered(job);
      case 6 -> test.givenUp(job);
      case 7 -> test.discarded(job);
      case 8 -> test.neverStarted(test.interrupted(job));
      default -> test.succeeded(job);
    };
  }
}
