package io.taskforge.examples;

import static java.time.Duration.ofMillis;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.Outcome;
import io.taskforge.metrics.MicrometerListener;
import io.taskforge.metrics.StoreGauges;
import io.taskforge.retry.RetryPolicy;

/** Metrics in a Micrometer registry; with its Prometheus registry they are there to be scraped. */
public final class MetricsExample {
  private static final JobType<String> FINE = JobType.of("fine", String.class);
  private static final JobType<String> BROKEN = JobType.of("broken", String.class);

  private MetricsExample() {}

  public static void main(String[] args) throws Exception {
    MeterRegistry registry = new SimpleMeterRegistry();
    JobsEnded ended = new JobsEnded(2);
    try (var store = SqliteJobStore.open(TemporaryFile.create())) {
      TaskForgeBuilder builder =
          TaskForge.builder()
              .store(store)
              .listener(ended)
              .retryPolicy(RetryPolicy.fixed(ofMillis(100)).maxRetries(2))
              .handler(FINE, (payload, context) -> Outcome.DONE)
              .handler(
                  BROKEN,
                  (payload, context) -> {
                    throw new IllegalStateException("not today");
                  });
      // snippet:metrics
      TaskForge forge = builder.listener(new MicrometerListener(registry)).build();
      new StoreGauges(forge::stats).bindTo(registry);
      // end
      forge.start();
      forge.enqueue(FINE, "x");
      forge.enqueue(BROKEN, "x");
      ended.await();
      forge.close();
      registry.getMeters().stream().map(MetricsExample::line).sorted().forEach(System.out::println);
    }
  }

  private static String line(Meter meter) {
    return meter.getId().getName()
        + meter.getId().getTags()
        + " "
        + meter.measure().iterator().next().getValue();
  }
}
