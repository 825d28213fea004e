package io.taskforge.spring.autoconfigure;

import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import io.taskforge.trace.JobTracing;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The {@link JobTracing} of the application, for its TaskForge and for clients of a server. A bean
 * of the application replaces it.
 */
@AutoConfiguration(before = TaskForgeAutoConfiguration.class)
public class TaskForgeTracingAutoConfiguration {
  /** Without observations, so that clients need not know whether they are turned off. */
  @Bean
  @ConditionalOnMissingBean
  JobTracing taskForgeNoTracing() {
    return JobTracing.NONE;
  }

  /** Observations, of which a tracing bridge makes spans. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ObservationRegistry.class)
  @ConditionalOnProperty(name = "spring.taskforge.tracing.enabled", matchIfMissing = true)
  static class ObservationConfiguration {
    @Bean
    @ConditionalOnMissingBean
    JobTracing taskForgeTracing(
        ObjectProvider<ObservationRegistry> registries, ObjectProvider<CurrentSpan> bridge) {
      ObservationRegistry registry = registries.getIfUnique();
      return registry == null
          ? JobTracing.NONE
          : new ObservationTracing(registry, bridge.getIfAvailable(() -> CurrentSpan.NONE));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(Propagator.class)
    static class BridgeConfiguration {
      @Bean
      CurrentSpan taskForgeCurrentSpan(
          ObjectProvider<Tracer> tracers, ObjectProvider<Propagator> propagators) {
        Tracer tracer = tracers.getIfUnique();
        Propagator propagator = propagators.getIfUnique();
        return tracer == null || propagator == null
            ? CurrentSpan.NONE
            : new BridgedSpan(tracer, propagator);
      }
    }
  }
}
