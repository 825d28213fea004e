package io.taskforge.spring;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.TaskForgeVersion;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.job.JobContext;
import io.taskforge.job.Outcome;
import io.taskforge.query.WorkerInfo;
import io.taskforge.spring.autoconfigure.TaskForgeAutoConfiguration;
import io.taskforge.store.JobStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.info.BuildProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.sqlite.SQLiteDataSource;

/** The store that is chosen, and what is refused at the start. */
@Tag("jdk")
class StarterWithoutDataSourceTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  private ApplicationContextRunner application(Class<?>... sources) {
    return new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(TaskForgeAutoConfiguration.class))
        .withUserConfiguration(sources)
        .withPropertyValues("spring.taskforge.store.file=" + directory.resolve("jobs.db"));
  }

  private void refused(Class<?> source, String... messages) {
    application(source)
        .run(
            context ->
                assertThat(messages)
                    .allSatisfy(
                        message ->
                            assertThat(context).getFailure().hasStackTraceContaining(message)));
  }

  @Configuration(proxyBeanMethods = false)
  static class Greeting {
    @JobHandler("greet")
    Outcome greet(String name) {
      return Outcome.done("hello " + name);
    }
  }

  @Test
  void jobs_are_in_a_file_if_there_is_no_data_source() {
    application(Greeting.class)
        .run(
            context -> {
              assertThat(context).getBean(JobStore.class).isInstanceOf(SqliteJobStore.class);
              TaskForge forge = context.getBean(TaskForge.class);
              assertThat(
                      forge.await(forge.enqueue(JobRequest.of("greet", "ann")).id(), ofSeconds(20)))
                  .succeeded();
              assertThat(Files.exists(directory.resolve("jobs.db"))).isTrue();
            });
  }

  private void announces(String version, ApplicationContextRunner application) {
    application.run(
        context ->
            await()
                .untilAsserted(
                    () ->
                        assertThat(context.getBean(JobStore.class).queries().workers())
                            .extracting(WorkerInfo::version)
                            .contains(version)));
  }

  @Test
  void the_worker_announces_a_version() {
    Properties build = new Properties();
    build.setProperty("version", "1.4.2");
    announces(TaskForgeVersion.get(), application(Greeting.class));
    ApplicationContextRunner built =
        application(Greeting.class)
            .withBean(BuildProperties.class, () -> new BuildProperties(build));
    announces("1.4.2", built);
    announces("2.0", built.withPropertyValues("spring.taskforge.worker.version=2.0"));
  }

  @Test
  void nothing_is_configured_if_it_is_turned_off() {
    application(Greeting.class)
        .withPropertyValues("spring.taskforge.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(TaskForge.class));
  }

  @Configuration(proxyBeanMethods = false)
  static class OtherDatabase {
    @Bean
    DataSource dataSource() {
      SQLiteDataSource other = new SQLiteDataSource();
      other.setUrl("jdbc:sqlite::memory:");
      return other;
    }
  }

  @Test
  void a_data_source_of_another_database_is_refused_with_a_way_out() {
    refused(OtherDatabase.class, "DataSource is SQLite", "spring.taskforge.store.type=sqlite");
    application(OtherDatabase.class)
        .withPropertyValues("spring.taskforge.store.type=sqlite")
        .run(context -> assertThat(context).hasSingleBean(TaskForge.class));
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoDatabases extends OtherDatabase {
    @Bean
    DataSource second() {
      return new SQLiteDataSource();
    }
  }

  @Test
  void several_data_sources_without_a_primary_one_are_refused() {
    refused(TwoDatabases.class, "several DataSource beans and none is primary");
  }

  @Configuration(proxyBeanMethods = false)
  static class SameType {
    @JobHandler("greet")
    void one() {}

    @JobHandler("greet")
    void two() {}
  }

  @Test
  void two_handlers_of_one_type_are_refused() {
    refused(SameType.class, "two handlers for job type 'greet'", "SameType.one()");
  }

  @Configuration(proxyBeanMethods = false)
  static class UnknownPolicy {
    @JobHandler("greet")
    @Retry(policy = "pateint")
    void greet() {}
  }

  @Test
  void an_unknown_policy_is_refused_with_the_known_ones() {
    refused(UnknownPolicy.class, "@Retry of UnknownPolicy.greet()", "'pateint'", "patient");
  }

  @Configuration(proxyBeanMethods = false)
  static class GenericPayload {
    @JobHandler("greet")
    void greet(List<String> names, JobContext context) {}
  }

  @Test
  void a_payload_with_type_parameters_is_refused() {
    refused(GenericPayload.class, "GenericPayload.greet()", "without type parameters");
  }

  interface Hidden {}

  static class Revealed implements Hidden {
    @JobHandler("hidden")
    void handle() {}
  }

  @Configuration(proxyBeanMethods = false)
  static class HiddenHandler {
    @Bean
    Hidden hidden(TaskForge needed) {
      return new Revealed();
    }
  }

  @Test
  void a_handler_behind_an_interface_is_refused_because_it_would_never_run() {
    refused(HiddenHandler.class, "job type 'hidden'", "let its @Bean method return Revealed");
  }

  @Configuration(proxyBeanMethods = false)
  static class AbstractEvent {
    @DurableEventListener("any")
    void any(Hidden event) {}
  }

  @Test
  void a_durable_listener_needs_an_event_that_can_be_read_again() {
    refused(AbstractEvent.class, "AbstractEvent.any()", "not abstract");
  }

  @Configuration(proxyBeanMethods = false)
  static class WrongCron {
    @JobHandler("nightly")
    @Recurring(cron = "99 * * * *")
    void nightly() {}
  }

  @Test
  void a_wrong_cron_expression_is_refused() {
    refused(WrongCron.class, "@Recurring of WrongCron.nightly()", "99");
  }
}
