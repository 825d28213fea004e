package io.taskforge.examples.spring;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.TaskForge;
import io.taskforge.job.JobId;
import io.taskforge.job.JobState;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The application starts with its database, runs its jobs, and reports its health. */
class ShopApplicationTest {
  @Test
  void an_order_is_confirmed_in_the_background() throws Exception {
    try (ConfigurableApplicationContext shop =
        SpringApplication.run(
            ShopApplication.class,
            "--server.port=0",
            "--spring.taskforge.retry.policies.mail.initial-delay=10ms")) {
      HttpRequest order =
          HttpRequest.newBuilder(url(shop, "/orders?item=lamp&to=ann@example.org"))
              .POST(HttpRequest.BodyPublishers.noBody())
              .build();
      String id = HttpClient.newHttpClient().send(order, BodyHandlers.ofString()).body();

      TaskForge forge = shop.getBean(TaskForge.class);
      assertThat(forge.await(JobId.parse(id), ofSeconds(30)).state()).isEqualTo(JobState.SUCCEEDED);
      assertThat(text(shop, "/actuator/health")).contains("\"taskforge\"", "PostgresJobStore");
      assertThat(text(shop, "/actuator/metrics/taskforge.jobs.finished")).contains("send-mail");
      assertThat(text(shop, "/taskforge/")).doesNotContain("TaskForge");
      assertThat(text(shop, "/login")).contains("password");
    }
  }

  private static URI url(ConfigurableApplicationContext shop, String path) {
    return URI.create(
        "http://localhost:" + shop.getEnvironment().getProperty("local.server.port") + path);
  }

  private static String text(ConfigurableApplicationContext shop, String path) throws Exception {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(url(shop, path)).build(), BodyHandlers.ofString())
        .body();
  }
}
