package io.taskforge.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.destination.DestinationMode;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.job.JobState;
import io.taskforge.job.Outcome;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Measures how fast a worker drains no-op jobs that have a destination, with circuit breakers on
 * and off in alternating rounds. Not part of the build; see docs/guides/outages.md for the command.
 */
class BreakerThroughput {
  private static final int JOBS = Integer.getInteger("breakers.jobs", 200_000);
  private static final int ROUNDS = Integer.getInteger("breakers.rounds", 9);
  private static final int BATCH = 1_000;

  @Test
  void breakers_cost_at_most_a_twentieth_of_the_throughput() throws Exception {
    assertThat(ManagementFactory.getRuntimeMXBean().getInputArguments())
        .as("JVM options; other tests do without the second compiler, which a worker has")
        .contains("-XX:TieredStopAtLevel=4");
    // Warms up both: a JVM takes several seconds to compile what they share.
    for (int i = 0; i < 2; i++) {
      double ignored = drained(DestinationMode.ON) + drained(DestinationMode.OFF);
    }
    List<Double> ratios = new ArrayList<>();
    for (int round = 1; round <= ROUNDS; round++) {
      // Every second round the other way round, so that a trend does not favour one of them.
      boolean onFirst = round % 2 == 1;
      double first = drained(onFirst ? DestinationMode.ON : DestinationMode.OFF);
      double second = drained(onFirst ? DestinationMode.OFF : DestinationMode.ON);
      double on = onFirst ? first : second;
      double off = onFirst ? second : first;
      ratios.add(on / off);
      System.out.printf(
          "round %d: on %,.0f jobs/s, off %,.0f jobs/s, ratio %.3f%n", round, on, off, on / off);
    }
    double median = ratios.stream().sorted().toList().get(ROUNDS / 2);
    System.out.printf("median ratio %.3f%n", median);
    assertThat(median).isGreaterThanOrEqualTo(0.95);
  }

  private static double drained(DestinationMode mode) throws Exception {
    String schema = PostgresDatabase.freshSchema();
    CountDownLatch left = new CountDownLatch(JOBS);
    try (PostgresJobStore store =
            PostgresJobStore.builder(PostgresDatabase.jdbcUrl()).schema(schema).build();
        TaskForge forge =
            TaskForge.builder()
                .store(store)
                .concurrency(1_000)
                .destinations(mode, DestinationSettings.defaults())
                .handler(
                    JobType.of("call", Integer.class),
                    (number, context) -> {
                      left.countDown();
                      return Outcome.DONE;
                    })
                .build()) {
      for (int first = 0; first < JOBS; first += BATCH) {
        assertThat(
                forge.enqueueAll(
                    IntStream.range(first, first + BATCH)
                        .mapToObj(i -> JobRequest.of("call", i).destination("api" + i % 10))
                        .toList()))
            .hasSize(BATCH);
      }
      long start = System.nanoTime();
      forge.start();
      assertThat(left.await(5, TimeUnit.MINUTES)).isTrue();
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .pollInterval(Duration.ofMillis(20))
          .until(() -> forge.stats().jobsByState().getOrDefault(JobState.SUCCEEDED, 0L) == JOBS);
      return JOBS / ((System.nanoTime() - start) / 1e9);
    } finally {
      PostgresDatabase.drop(schema);
    }
  }
}
