package io.taskforge.spring.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.server.access.Caller;
import io.taskforge.server.access.UnauthorizedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;

/** Dashboard and API of an application without Spring Security. */
class OpenApplicationTest {
  // The names of Spring Boot 3, then those of Spring Boot 4; names that are not there are ignored.
  @SpringBootConfiguration
  @EnableAutoConfiguration(
      excludeName = {
        "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
        "org.springframework.boot.autoconfigure.security.servlet.SecurityAutoConfiguration",
        "org.springframework.boot.autoconfigure.security.servlet"
            + ".UserDetailsServiceAutoConfiguration",
        "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
        "org.springframework.boot.security.autoconfigure.SecurityAutoConfiguration",
        "org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration",
        "org.springframework.boot.security.autoconfigure.web.servlet"
            + ".ServletWebSecurityAutoConfiguration",
        "org.springframework.boot.security.autoconfigure.actuate.web.servlet"
            + ".ManagementWebSecurityAutoConfiguration",
        "org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration"
      })
  static class OpenApplication {}

  @Test
  void a_request_without_a_user_is_rejected_without_asking_for_a_key(@TempDir Path directory)
      throws Exception {
    try (ConfigurableApplicationContext application = start(directory, true)) {
      assertThat(answer(application, "localhost"))
          .startsWith("HTTP/1.1 401")
          .contains("log in to the application first")
          .doesNotContainIgnoringCase("WWW-Authenticate");
    }
  }

  @Test
  void without_login_a_loopback_address_accepts_loopback_names_only(@TempDir Path directory)
      throws Exception {
    try (ConfigurableApplicationContext application = start(directory, false)) {
      assertThat(answer(application, "localhost")).startsWith("HTTP/1.1 200");
      assertThat(answer(application, "rebound.example.org")).startsWith("HTTP/1.1 421");
    }
  }

  @Test
  void a_caller_is_identified_for_ten_minutes() {
    AtomicLong nanos = new AtomicLong();
    Supplier<Caller> identity = DashboardHandler.identity(Caller.LOCAL, nanos::get);

    nanos.set(TimeUnit.MINUTES.toNanos(10));
    assertThat(identity.get()).isEqualTo(Caller.LOCAL);
    nanos.incrementAndGet();
    assertThatThrownBy(identity::get).isInstanceOf(UnauthorizedException.class);
  }

  private static ConfigurableApplicationContext start(Path directory, boolean requireLogin) {
    return SpringApplication.run(
        OpenApplication.class,
        "--server.port=0",
        "--spring.taskforge.store.file=" + directory.resolve("jobs.db"),
        "--spring.taskforge.dashboard.require-login=" + requireLogin,
        "--spring.main.banner-mode=off");
  }

  private static String answer(ConfigurableApplicationContext application, String host)
      throws IOException {
    String port = application.getEnvironment().getRequiredProperty("local.server.port");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port))) {
      socket
          .getOutputStream()
          .write(
              "GET /taskforge/api/v1/jobs HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                  .formatted(host)
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
