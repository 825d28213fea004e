package io.taskforge.spring;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.taskforge.JobRequest;
import io.taskforge.TaskForge;
import io.taskforge.job.Attempt;
import io.taskforge.job.Job;
import io.taskforge.job.JobId;
import io.taskforge.job.ScheduleId;
import io.taskforge.job.TenantId;
import io.taskforge.query.JobFilter;
import io.taskforge.schedule.Schedule;
import io.taskforge.schedule.ScheduleKey;
import io.taskforge.schedule.Timing;
import io.taskforge.spring.ShopApplication.Order;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** An application with a data source: handlers, transactions, retries, schedules, monitoring. */
@Tag("jdk")
class StarterOnPostgresTest {
  private static final ScheduleKey NIGHTLY =
      new ScheduleKey(TenantId.DEFAULT, new ScheduleId("nightly"));

  @SuppressWarnings("NullAway.Init")
  private static ConfigurableApplicationContext application;

  @SuppressWarnings("NullAway.Init")
  private static TaskForge forge;

  @SuppressWarnings("NullAway.Init")
  private static JdbcTemplate jdbc;

  @SuppressWarnings("NullAway.Init")
  private static ShopApplication.Log log;

  @BeforeAll
  static void start() throws Exception {
    application = start("--spring.application.name=shop");
    forge = application.getBean(TaskForge.class);
    jdbc = application.getBean(JdbcTemplate.class);
    log = application.getBean(ShopApplication.Log.class);
    jdbc.execute("CREATE TABLE booking (item text, by text)");
    assertThat(log.next()).isEqualTo("ready");
  }

  private static ConfigurableApplicationContext start(String... more) {
    String[] arguments =
        Arrays.copyOf(
            ShopApplication.PROPERTIES.toArray(String[]::new),
            ShopApplication.PROPERTIES.size() + more.length);
    System.arraycopy(more, 0, arguments, ShopApplication.PROPERTIES.size(), more.length);
    return Postgres.run(ShopApplication.class, "shop_", arguments);
  }

  @AfterAll
  static void stop() {
    application.close();
  }

  @AfterEach
  void nothing_else_happened() {
    assertThat(log.lines).isEmpty();
  }

  private static Job finished(JobId id) throws Exception {
    return forge.await(id, ofSeconds(20));
  }

  @Test
  void an_annotated_method_runs_jobs_of_its_type() throws Exception {
    JobId id = forge.enqueue(ShopApplication.SHIP, new Order("lamp")).id();

    assertThat(finished(id)).succeeded();
    assertThat(log.next()).isEqualTo("shipped lamp at attempt 1");
    assertThat(forge.history(id))
        .extracting(attempt -> String.valueOf(attempt.worker()))
        .allMatch(worker -> worker.startsWith("shop-"));
  }

  @Test
  void a_handler_bean_runs_jobs_of_the_type_that_it_is_named_after() throws Exception {
    assertThat(finished(forge.enqueue(JobRequest.of("print-label", new Order("chair"))).id()))
        .succeeded();
    assertThat(log.next()).isEqualTo("label for chair");
  }

  @Test
  void a_returned_value_is_the_result_of_the_job() throws Exception {
    Job job = finished(forge.enqueue(JobRequest.of("count", new Order("12 chairs"))).id());

    assertThat(String.valueOf(job.result())).isEqualTo("\"12 chairs counted\"");
  }

  @Test
  void a_job_and_a_durable_event_are_committed_with_the_transaction() throws Exception {
    JobId id = application.getBean(ShopApplication.Orders.class).place("desk").id();

    assertThat(finished(id)).succeeded();
    assertThat(bookings("desk", "place")).isEqualTo(1);
    // The listener fails once and is retried by its policy.
    assertThat(new String[] {log.next(), log.next()})
        .containsExactlyInAnyOrder("shipped desk at attempt 1", "confirmed desk");
  }

  @Test
  void a_job_and_a_durable_event_are_rolled_back_with_the_transaction() {
    int before = forge.jobs(JobFilter.all(100)).items().size();
    ShopApplication.Orders orders = application.getBean(ShopApplication.Orders.class);

    assertThatThrownBy(() -> orders.placeAndFail("sofa")).hasMessage("rolled back");

    assertThat(bookings("sofa", "place")).isZero();
    assertThat(forge.jobs(JobFilter.all(100)).items()).hasSize(before);
  }

  @Test
  void a_transactional_handler_writes_once_and_completes_its_job_in_the_same_transaction()
      throws Exception {
    JobId id = forge.enqueue(ShopApplication.BOOK, new Order("shelf")).id();

    assertThat(finished(id)).succeeded().afterAttempts(2);

    assertThat(bookings("shelf", "book")).isEqualTo(1);
    assertThat(transactionOf("shop_finished", "job_id", id.value()))
        .isEqualTo(transactionOf("booking", "item", "shelf"));
  }

  @Test
  void a_transactional_handler_bean_completes_its_job_in_the_same_transaction() throws Exception {
    JobId id = forge.enqueue(JobRequest.of("take-from-stock", new Order("carpet"))).id();

    assertThat(finished(id)).succeeded();

    assertThat(transactionOf("shop_finished", "job_id", id.value()))
        .isEqualTo(transactionOf("booking", "item", "carpet"));
  }

  private static String transactionOf(String table, String column, Object id) {
    return String.valueOf(
        jdbc.queryForObject(
            "SELECT xmin::text FROM %s WHERE %s = ?".formatted(table, column), String.class, id));
  }

  private static int bookings(String item, String by) {
    Integer count =
        jdbc.queryForObject(
            "SELECT count(*) FROM booking WHERE item = ? AND by = ?", Integer.class, item, by);
    return count == null ? 0 : count;
  }

  @Test
  void a_property_takes_precedence_over_the_retry_policy_of_the_annotation() throws Exception {
    JobId id = forge.enqueue(JobRequest.of("flaky")).id();

    assertThat(finished(id)).isDead().afterAttempts(2);
    assertThat(forge.history(id).stream().map(Attempt::explanation).toList())
        .anySatisfy(why -> assertThat(why).contains("retry 1 of 1 in 10ms"));
  }

  @Test
  void a_recurring_handler_has_a_schedule_that_an_operator_can_pause() throws Exception {
    Schedule nightly = forge.schedules().get(NIGHTLY).orElseThrow().schedule();
    assertThat(nightly.timing()).isEqualTo(Timing.every("0 3 * * *", "Europe/Berlin"));

    assertThat(finished(forge.schedules().trigger(NIGHTLY).orElseThrow())).succeeded();
    assertThat(log.next()).isEqualTo("nightly");

    forge.schedules().pause(NIGHTLY);
    try (ConfigurableApplicationContext second = start("--shop.nightly=0 4 * * *")) {
      Schedule changed =
          second.getBean(TaskForge.class).schedules().get(NIGHTLY).orElseThrow().schedule();
      assertThat(changed.timing()).isEqualTo(Timing.every("0 4 * * *", "Europe/Berlin"));
      assertThat(changed.paused()).isTrue();
    }
    start("--shop.nightly=-").close();
    assertThat(forge.schedules().get(NIGHTLY)).isEmpty();
  }

  @Test
  void the_health_indicator_knows_the_store() throws Exception {
    Object indicator = application.getBean("taskforgeHealthIndicator");

    // Its interface has another package in Spring Boot 4.
    Method health = indicator.getClass().getMethod("health");
    health.setAccessible(true);
    assertThat(health.invoke(indicator)).asString().contains("UP", "PostgresJobStore");
  }

  @Test
  void jobs_are_counted_in_the_registry_of_the_application() throws Exception {
    finished(forge.enqueue(JobRequest.of("count", new Order("one"))).id());

    MeterRegistry registry = application.getBean(MeterRegistry.class);
    assertThat(
            registry
                .get("taskforge.jobs.finished")
                .tags("type", "count", "state", "succeeded")
                .counter()
                .count())
        .isPositive();
    assertThat(registry.get("taskforge.jobs").tags("state", "succeeded").gauge().value())
        .isNotNegative();
  }
}
