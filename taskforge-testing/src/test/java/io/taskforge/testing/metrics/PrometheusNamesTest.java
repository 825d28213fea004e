package io.taskforge.testing.metrics;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.taskforge.JobRequest;
import io.taskforge.JobType;
import io.taskforge.destination.DestinationMode;
import io.taskforge.destination.DestinationSettings;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.job.Outcome;
import io.taskforge.metrics.MicrometerListener;
import io.taskforge.metrics.StoreGauges;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.testing.TestForge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The metric names that Prometheus reads, on which dashboards and alerts depend. */
class PrometheusNamesTest {
  private static final Pattern SERIES = Pattern.compile("^(taskforge_\\w+)[{ ]");

  @Test
  void the_metric_names_match_the_guide() throws Exception {
    assertThat(names(scraped())).isEqualTo(guideNames());
  }

  @Test
  void counters_are_tagged_with_queue_and_type() {
    assertThat(scraped())
        .contains("taskforge_retries_total{kind=\"transient\",queue=\"mail\",type=\"broken\"} 1.0")
        .contains("taskforge_retry_exhausted_total{queue=\"mail\",type=\"broken\"} 1.0")
        .contains("taskforge_retry_latency_seconds_sum{queue=\"mail\",type=\"broken\"} 1.0")
        .contains("taskforge_dead_letters 1.0");
  }

  private static Set<String> names(String scrape) {
    return scrape
        .lines()
        .map(SERIES::matcher)
        .filter(matcher -> matcher.find())
        .map(matcher -> matcher.group(1).replaceAll("_(count|sum|max)$", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> guideNames() throws IOException {
    Path root = Path.of(Objects.requireNonNull(System.getProperty("taskforge.root")));
    String guide = Files.readString(root.resolve("docs/guides/operations.md"));
    return guide
        .substring(guide.indexOf("## Metrics"))
        .lines()
        .filter(line -> line.startsWith("| `taskforge_"))
        .map(line -> line.substring(3, line.indexOf('`', 3)))
        .filter(name -> !name.contains("alerts")) // a server's own
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * One worker shuts down during a job, one dies, one exhausts a job's retries, and a destination
   * is down.
   */
  private static String scraped() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    MicrometerListener listener = new MicrometerListener(registry);
    Stories.tell(listener);
    try (TestForge forge =
        TestForge.with(
            f ->
                f.listener(listener)
                    .queue(
                        "mail",
                        queue ->
                            queue
                                .deadLetterQueue("dead-mail")
                                .retryPolicy(RetryPolicy.fixed(ofSeconds(1)).maxRetries(1)))
                    .handler(JobType.of("fine", String.class), (payload, context) -> Outcome.DONE)
                    .handler(
                        JobType.of("broken", String.class),
                        (payload, context) -> {
                          throw new IllegalStateException("not today");
                        })
                    .destinations(DestinationMode.ON, DestinationSettings.defaults())
                    .handler(
                        JobType.of("call", String.class),
                        (payload, context) -> {
                          throw HandlerFailure.ofStatus(502, "bad gateway");
                        }))) {
      forge.enqueue(JobRequest.of("fine", "x").queue("mail"));
      forge.enqueue(JobRequest.of("broken", "x").queue("mail"));
      forge.enqueue(JobRequest.of("fine", "x").queue("mail").delay(ofSeconds(60)));
      for (int i = 0; i < 20; i++) {
        forge.enqueue(JobRequest.of("call", "x").queue("mail").destination("api"));
      }
      forge.runDue();
      forge.advance(ofSeconds(1)).runDue();
      new StoreGauges(forge.taskForge()::stats).bindTo(registry);
      return registry.scrape();
    }
  }
}
