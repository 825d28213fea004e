package io.taskforge.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.TaskForge;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.spring.autoconfigure.TaskForgeAutoConfiguration;
import io.taskforge.store.DocumentStore;
import io.taskforge.store.JobStore;
import io.taskforge.store.memory.MemoryJobStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** Schedules of handlers, when an application starts with those that are stored already. */
class RecurringTest {
  private static final ScheduleKey NIGHTLY =
      new ScheduleKey(TenantId.DEFAULT, new ScheduleId("nightly"));

  @Configuration(proxyBeanMethods = false)
  static class Nightly {
    @JobHandler("nightly")
    @Recurring(cron = "${cron}")
    void nightly() {}
  }

  private static ApplicationContextRunner application(JobStore store, String cron) {
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(TaskForgeAutoConfiguration.class))
        .withUserConfiguration(Nightly.class)
        .withPropertyValues("cron=" + cron)
        .withBean(JobStore.class, () -> store, bean -> bean.setDestroyMethodName(""));
  }

  @Test
  void a_schedule_that_an_operator_pauses_while_the_application_starts_stays_paused() {
    try (JobStore store = new MemoryJobStore(Clock.systemUTC());
        TaskForge operator = TaskForge.builder().store(store).build()) {
      application(store, "0 3 * * *")
          .run(context -> assertThat(operator.schedules().get(NIGHTLY)).isPresent());

      Runnable pause = () -> assertThat(operator.schedules().pause(NIGHTLY)).isPresent();
      application(afterTheFirstRead(store, pause), "0 4 * * *")
          .run(
              context -> {
                assertThat(context).hasNotFailed();
                assertThat(operator.schedules().get(NIGHTLY).orElseThrow().schedule())
                    .matches(schedule -> schedule.paused())
                    .asString()
                    .contains("0 4 * * *");
              });
    }
  }

  /** Runs {@code action} once, between the read of a document and what is written then. */
  private static JobStore afterTheFirstRead(JobStore store, Runnable action) {
    AtomicReference<Runnable> once = new AtomicReference<>(action);
    DocumentStore documents =
        forwarding(
            DocumentStore.class,
            (proxy, method, arguments) -> {
              Object answer = call(() -> method.invoke(store.documents(), arguments));
              if (method.getName().equals("find")) {
                once.getAndSet(() -> {}).run();
              }
              return answer;
            });
    return forwarding(
        JobStore.class,
        (proxy, method, arguments) ->
            method.getName().equals("documents")
                ? documents
                : call(() -> method.invoke(store, arguments)));
  }

  private static <T> T forwarding(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object call(java.util.concurrent.Callable<Object> call) throws Throwable {
    try {
      return call.call();
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
