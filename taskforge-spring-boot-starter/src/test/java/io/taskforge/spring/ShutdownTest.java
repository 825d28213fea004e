package io.taskforge.spring;

import static io.taskforge.testing.JobAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** An application that is stopped while a job runs. */
@Tag("jdk")
class ShutdownTest {
  private static ConfigurableApplicationContext start(String... more) {
    return Postgres.run(
        ShopApplication.class,
        "shutdown_",
        Stream.concat(ShopApplication.PROPERTIES.stream(), Arrays.stream(more))
            .toArray(String[]::new));
  }

  private static JobId begun(ConfigurableApplicationContext application) throws Exception {
    ShopApplication.Log log = application.getBean(ShopApplication.Log.class);
    assertThat(log.next()).isEqualTo("ready");
    JobId id = application.getBean(TaskForge.class).enqueue(JobRequest.of("slow")).id();
    assertThat(log.next()).isEqualTo("slow began");
    return id;
  }

  @Test
  void a_running_job_may_end_before_the_beans_that_it_needs_are_destroyed() throws Exception {
    ConfigurableApplicationContext application = start();
    JobId id = begun(application);
    ShopApplication.Log log = application.getBean(ShopApplication.Log.class);

    Thread stopping = new Thread(application::close);
    stopping.start();
    await().until(() -> isClosingTaskForge(stopping));
    log.release.countDown();
    assertThat(log.next()).isEqualTo("slow ended: database answers");
    stopping.join();

    try (ConfigurableApplicationContext again = start("--spring.taskforge.worker.enabled=false")) {
      assertThat(again.getBean(TaskForge.class).job(id).orElseThrow()).succeeded();
    }
  }

  private static boolean isClosingTaskForge(Thread thread) {
    return Arrays.stream(thread.getStackTrace())
        .anyMatch(
            frame ->
                frame.getClassName().equals(TaskForge.class.getName())
                    && frame.getMethodName().equals("close"));
  }

  @Test
  void a_job_that_takes_longer_than_the_grace_period_goes_back_to_its_queue() throws Exception {
    ConfigurableApplicationContext application =
        start("--spring.taskforge.worker.shutdown-grace=10ms");
    JobId id = begun(application);

    application.close();

    try (ConfigurableApplicationContext again = start("--spring.taskforge.worker.enabled=false")) {
      assertThat(again.getBean(TaskForge.class).job(id).orElseThrow())
          .isIn(JobState.QUEUED)
          .withFailures(0);
    }
  }
}
