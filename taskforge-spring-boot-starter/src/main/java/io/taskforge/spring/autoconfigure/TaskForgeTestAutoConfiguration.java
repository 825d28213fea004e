package io.taskforge.spring.autoconfigure;

import io.taskforge.AmbientTransactions;
import io.taskforge.TaskForge;
import io.taskforge.spring.TaskForgeProperties;
import io.taskforge.spring.TaskForgeProperties.StoreType;
import io.taskforge.store.JobStore;
import io.taskforge.testing.ManualClock;
import io.taskforge.testing.TestForge;
import java.sql.Connection;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.ConnectionHolder;

/**
 * Replaces the application's TaskForge by one in memory that runs jobs in the test's thread. Only
 * imported by {@link io.taskforge.spring.test.TaskForgeTest}.
 */
@AutoConfiguration(before = TaskForgeAutoConfiguration.class)
@ConditionalOnClass(TestForge.class)
public class TaskForgeTestAutoConfiguration {
  @Bean
  TestForge testForge(TaskForgeAssembly assembly) {
    return TestForge.with(assembly::configure);
  }

  @Bean(destroyMethod = "") // the TestForge closes it
  JobStore taskForgeStore(TestForge forge) {
    return forge.store();
  }

  /**
   * Transactions of the application: as in production, those of handlers are rolled back whenever a
   * handler throws. Jobs in memory take no part in them.
   */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConnectionHolder.class)
  static class TransactionConfiguration {
    @Bean
    @ConditionalOnMissingBean
    AmbientTransactions taskForgeTransactions(
        TaskForgeProperties properties, ObjectProvider<DataSource> dataSources) {
      boolean sameDatabase =
          properties.store().type() != StoreType.SQLITE && dataSources.getIfUnique() != null;
      return sameDatabase ? new JobsInMemory() : AmbientTransactions.NONE;
    }
  }

  /** No transaction has jobs. */
  private record JobsInMemory() implements AmbientTransactions {
    @Override
    public Optional<Connection> current() {
      return Optional.empty();
    }

    @Override
    public void afterCommit(Runnable action) {
      throw new IllegalStateException("no transaction has jobs");
    }
  }

  @Bean
  SmartInitializingSingleton taskForgeTestSchedules(RecurringSchedules schedules) {
    return schedules::putAll;
  }

  @Bean
  ManualClock taskForgeClock(TestForge forge) {
    return forge.clock();
  }

  @Bean(destroyMethod = "") // the TestForge closes it
  TaskForge taskForge(TestForge forge) {
    return forge.taskForge();
  }
}
