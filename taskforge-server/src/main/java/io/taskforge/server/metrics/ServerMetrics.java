package io.taskforge.server.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.stream.DoubleStream;

/**
 * The metrics of a server for Prometheus: those of jobs, with histograms of their wait and run
 * times, and those of the JVM.
 */
public final class ServerMetrics implements AutoCloseable {
  private static final Set<String> HISTOGRAMS = Set.of("taskforge.wait", "taskforge.run");
  // Few, since each is a series for each queue, type and outcome.
  private static final double[] SECONDS = {0.01, 0.1, 0.5, 1, 5, 30, 60, 300, 900};

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();

  public ServerMetrics() {
    registry.config().meterFilter(new Histograms());
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
  }

  private record Histograms() implements MeterFilter {
    @Override
    public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
      return HISTOGRAMS.contains(id.getName())
          ? DistributionStatisticConfig.builder()
              .serviceLevelObjectives(
                  DoubleStream.of(SECONDS)
                      .map(seconds -> seconds * Duration.ofSeconds(1).toNanos())
                      .toArray())
              .build()
              .merge(config)
          : config;
    }
  }

  public PrometheusMeterRegistry registry() {
    return registry;
  }

  /** Ends what listens to the garbage collector. */
  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
