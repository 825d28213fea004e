package io.taskforge.spring.autoconfigure;

import io.taskforge.TaskForge;
import io.taskforge.store.JobStore;
import io.taskforge.testing.ManualClock;
import io.taskforge.testing.TestForge;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

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
