package io.taskforge.spring.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.security.config.Customizer.withDefaults;

import io.taskforge.server.access.Caller;
import io.taskforge.server.access.Scope;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** An application that lets some users see the dashboard, and fewer change something. */
class RolesTest {
  @SpringBootConfiguration
  @EnableAutoConfiguration(
      excludeName = {
        "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
        "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
      })
  static class Application {
    @Bean
    SecurityFilterChain security(HttpSecurity http) throws Exception {
      return http.authorizeHttpRequests(
              requests ->
                  requests
                      .requestMatchers("/taskforge/**")
                      .hasAnyRole("SUPPORT", "OPERATOR")
                      .anyRequest()
                      .permitAll())
          .httpBasic(withDefaults())
          .csrf(csrf -> csrf.ignoringRequestMatchers("/taskforge/**"))
          .build();
    }

    @Bean
    UserDetailsService users() {
      return new InMemoryUserDetailsManager(
          User.withUsername("olga").password("{noop}secret").roles("OPERATOR").build(),
          User.withUsername("sam").password("{noop}secret").roles("SUPPORT").build(),
          User.withUsername("carl").password("{noop}secret").roles("CUSTOMER").build());
    }

    @Bean
    DashboardUsers dashboardUsers() {
      return request ->
          Caller.user(
              Objects.requireNonNull(request.getUserPrincipal()).getName(),
              request.isUserInRole("OPERATOR") ? Scope.ADMIN : Scope.READ);
    }
  }

  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init")
  private ConfigurableApplicationContext application;

  @BeforeEach
  void start() {
    application =
        SpringApplication.run(
            Application.class,
            "--server.port=0",
            "--spring.taskforge.store.file=" + directory.resolve("jobs.db"),
            "--spring.main.banner-mode=off");
  }

  @AfterEach
  void stop() {
    application.close();
  }

  @Test
  void a_role_decides_who_sees_the_dashboard_and_who_changes_something() throws Exception {
    assertThat(status("carl", "GET", "/")).isEqualTo(403);
    assertThat(status("carl", "GET", "/api/v1/jobs")).isEqualTo(403);

    assertThat(status("sam", "GET", "/")).isEqualTo(200);
    assertThat(status("sam", "GET", "/api/v1/jobs")).isEqualTo(200);
    assertThat(status("sam", "PUT", "/api/v1/queues/mail")).isEqualTo(403);

    assertThat(status("olga", "PUT", "/api/v1/queues/mail")).isEqualTo(201);
  }

  private int status(String user, String method, String path) throws Exception {
    String port = application.getEnvironment().getRequiredProperty("local.server.port");
    String login =
        Base64.getEncoder()
            .encodeToString((user + ":secret").getBytes(StandardCharsets.ISO_8859_1));
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/taskforge" + path))
                .header("Authorization", "Basic " + login)
                .header("Content-Type", "application/json")
                .method(
                    method,
                    method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString("{}"))
                .build(),
            BodyHandlers.discarding())
        .statusCode();
  }
}
