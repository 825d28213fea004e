package io.taskforge.spring.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.taskforge.AmbientTransactions;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeBuilder;
import io.taskforge.jdbc.postgres.PostgresJobStore;
import io.taskforge.metrics.MicrometerListener;
import io.taskforge.metrics.StoreGauges;
import io.taskforge.spring.TaskForgeCustomizer;
import io.taskforge.spring.TaskForgeProperties;
import io.taskforge.store.JobStore;
import io.taskforge.trace.JobTracing;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.info.BuildProperties;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.ConnectionHolder;

/**
 * A {@link TaskForge} on the application's data source, with the handlers among its beans.
 *
 * <p>The names of other auto-configurations are those of Spring Boot 3 and 4.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
    })
@ConditionalOnProperty(name = "spring.taskforge.enabled", matchIfMissing = true)
@EnableConfigurationProperties(TaskForgeProperties.class)
public class TaskForgeAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  @DependsOnDatabaseInitialization
  JobStore taskForgeStore(
      TaskForgeProperties properties,
      ObjectProvider<DataSource> dataSources,
      ListableBeanFactory beans) {
    DataSource dataSource = dataSources.getIfUnique();
    boolean several =
        dataSource == null && beans.getBeanNamesForType(DataSource.class, true, false).length > 1;
    return StoreFactory.open(properties.store(), dataSource, several);
  }

  @Bean
  TaskForgeAssembly taskForgeAssembly(
      TaskForgeProperties properties,
      ConfigurableListableBeanFactory beans,
      ObjectProvider<HandlerWrapper> wrapper,
      ObjectProvider<JobTracing> tracing,
      ObjectProvider<TaskForgeCustomizer> customizers,
      ObjectProvider<BuildProperties> build,
      Environment environment) {
    return new TaskForgeAssembly(
        properties,
        HandlerBeans.in(beans, wrapper.getIfAvailable(() -> HandlerWrapper.NONE)),
        tracing.getIfAvailable(() -> JobTracing.NONE),
        customizers.orderedStream().toList(),
        environment.getProperty("spring.application.name", "worker"),
        build.stream().findFirst().map(BuildProperties::getVersion).orElse(null));
  }

  @Bean
  @ConditionalOnMissingBean
  TaskForge taskForge(
      TaskForgeAssembly assembly, JobStore store, ObjectProvider<AmbientTransactions> ambient) {
    TaskForgeBuilder builder = TaskForge.builder().store(store);
    builder.transactions(ambient.getIfAvailable(() -> AmbientTransactions.NONE));
    assembly.configure(builder);
    return builder.build();
  }

  @Bean
  RecurringSchedules taskForgeSchedules(
      TaskForge forge, TaskForgeAssembly assembly, ConfigurableListableBeanFactory beans) {
    return new RecurringSchedules(forge, assembly.handlers(), beans);
  }

  /** Except for tests, which run jobs themselves. */
  @Bean
  @ConditionalOnMissingBean(type = "io.taskforge.testing.TestForge")
  TaskForgeLifecycle taskForgeLifecycle(
      TaskForge forge, RecurringSchedules schedules, TaskForgeProperties properties) {
    return new TaskForgeLifecycle(forge, schedules, properties.worker().enabled());
  }

  @Bean
  HiddenHandlers taskForgeHiddenHandlers(
      ConfigurableListableBeanFactory beans, TaskForgeAssembly assembly) {
    return new HiddenHandlers(beans, assembly.handlers());
  }

  @Bean
  static DurableEvents taskForgeDurableEvents(
      ObjectProvider<TaskForgeAssembly> assembly, ObjectProvider<TaskForge> forge) {
    return new DurableEvents(assembly, forge);
  }

  /** Joins the transactions of the application. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConnectionHolder.class)
  static class TransactionConfiguration {
    /** Only of a store in the application's database; a SQLite file has transactions of its own. */
    @Bean
    @ConditionalOnMissingBean
    AmbientTransactions taskForgeTransactions(
        JobStore store, ObjectProvider<DataSource> dataSources) {
      DataSource dataSource = dataSources.getIfUnique();
      return store instanceof PostgresJobStore && dataSource != null
          ? new SpringTransactions(dataSource)
          : AmbientTransactions.NONE;
    }

    @Bean
    HandlerWrapper taskForgeHandlerWrapper(
        ConfigurableListableBeanFactory beans, ObjectProvider<AmbientTransactions> transactions) {
      return new CompletionInTransaction(beans, transactions::getObject);
    }
  }

  /** Metrics in the application's registry. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  static class MetricsConfiguration {
    @Bean
    TaskForgeCustomizer taskForgeMetrics(ObjectProvider<MeterRegistry> registries) {
      return builder ->
          registries.ifUnique(registry -> builder.listener(new MicrometerListener(registry)));
    }

    @Bean
    @ConditionalOnProperty(name = "spring.taskforge.metrics.store-gauges", matchIfMissing = true)
    StoreGauges taskForgeStoreGauges(ObjectProvider<TaskForge> forge) {
      return new StoreGauges(() -> forge.getObject().stats());
    }
  }
}
