package io.taskforge.spring.autoconfigure;

import io.taskforge.store.JobStore;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The health indicator {@code taskforge}, whose types have other packages in Spring Boot 4. */
@AutoConfiguration(after = TaskForgeAutoConfiguration.class)
@ConditionalOnBean(JobStore.class)
@ConditionalOnProperty(name = "management.health.taskforge.enabled", matchIfMissing = true)
public class TaskForgeHealthAutoConfiguration {
  /** Spring Boot 3. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
  static class Boot3Configuration {
    @Bean
    org.springframework.boot.actuate.health.HealthIndicator taskforgeHealthIndicator(
        JobStore store) {
      return () -> {
        StoreCheck check = StoreCheck.of(store);
        var health = org.springframework.boot.actuate.health.Health.up();
        check.error().ifPresent(error -> health.down().withDetail("error", error));
        return health.withDetail("store", check.store()).build();
      };
    }
  }

  /** Spring Boot 4. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
  @ConditionalOnMissingClass("org.springframework.boot.actuate.health.HealthIndicator")
  static class Boot4Configuration {
    @Bean
    org.springframework.boot.health.contributor.HealthIndicator taskforgeHealthIndicator(
        JobStore store) {
      return () -> {
        StoreCheck check = StoreCheck.of(store);
        var health = org.springframework.boot.health.contributor.Health.up();
        check.error().ifPresent(error -> health.down().withDetail("error", error));
        return health.withDetail("store", check.store()).build();
      };
    }
  }
}
