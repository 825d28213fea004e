package io.taskforge.spring;

import static io.taskforge.testing.JobAssert.assertThat;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.JobClient;
import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobId;
import io.taskforge.query.JobFilter;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import jakarta.persistence.Table;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** Entities and jobs in the same transactions of JPA, with Hibernate. */
class JpaTest {
  record Order(String item) {}

  static final JobType<Order> PACK = JobType.of("pack", Order.class);

  @Entity(name = "Parcel")
  @Table(name = "parcel")
  static class Parcel {
    @Id String item;

    @SuppressWarnings("NullAway.Init")
    Parcel() {}

    Parcel(String item) {
      this.item = item;
    }
  }

  @Transactional
  static class Parcels {
    @PersistenceContext
    @SuppressWarnings("NullAway.Init")
    EntityManager entities;

    private final JobClient client;

    Parcels(JobClient client) {
      this.client = client;
    }

    Enqueued order(String item) {
      entities.persist(new Parcel("order of " + item));
      return client.enqueue(PACK, new Order(item));
    }

    void orderAndFail(String item) {
      order(item);
      entities.flush();
      throw new IllegalArgumentException("rolled back");
    }

    /** Hibernate writes the entity with the commit, which fails if the item exists. */
    @JobHandler("pack")
    @Retry(policy = "once")
    public void pack(Order order) {
      entities.persist(new Parcel(order.item()));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @Import(Parcels.class)
  static class JpaApplication {}

  @SuppressWarnings("NullAway.Init")
  private static ConfigurableApplicationContext application;

  @SuppressWarnings("NullAway.Init")
  private static TaskForge forge;

  @SuppressWarnings("NullAway.Init")
  private static Parcels parcels;

  @BeforeAll
  static void start() {
    application =
        Postgres.run(
            JpaApplication.class,
            "jpa_",
            "--spring.autoconfigure.exclude=", // the other tests have no JPA
            "--spring.jpa.hibernate.ddl-auto=create");
    forge = application.getBean(TaskForge.class);
    parcels = application.getBean(Parcels.class);
  }

  @AfterAll
  static void stop() {
    application.close();
  }

  private static String transactionOf(String table, String column, Object id) {
    return String.valueOf(
        application
            .getBean(JdbcTemplate.class)
            .queryForObject(
                "SELECT xmin::text FROM %s WHERE %s = ?".formatted(table, column),
                String.class,
                id));
  }

  private static int count(String item) {
    Integer count =
        application
            .getBean(JdbcTemplate.class)
            .queryForObject("SELECT count(*) FROM parcel WHERE item = ?", Integer.class, item);
    return count == null ? 0 : count;
  }

  @Test
  void an_entity_and_a_job_are_committed_together() throws Exception {
    JobId id = parcels.order("desk").id();

    assertThat(count("order of desk")).isEqualTo(1);
    assertThat(forge.await(id, ofSeconds(20))).succeeded();
  }

  @Test
  void an_entity_and_a_job_are_rolled_back_together() {
    int before = forge.jobs(JobFilter.all(100)).items().size();

    assertThatThrownBy(() -> parcels.orderAndFail("sofa")).hasMessage("rolled back");

    assertThat(count("order of sofa")).isZero();
    assertThat(forge.jobs(JobFilter.all(100)).items()).hasSize(before);
  }

  @Test
  void an_entity_of_a_handler_and_the_completion_of_its_job_are_one_commit() throws Exception {
    JobId id = forge.enqueue(PACK, new Order("lamp")).id();

    assertThat(forge.await(id, ofSeconds(20))).succeeded().afterAttempts(1);

    assertThat(transactionOf("parcel", "item", "lamp"))
        .isEqualTo(transactionOf("jpa_finished", "job_id", id.value()));
  }

  @Test
  void a_job_fails_if_its_entity_cannot_be_written_with_the_commit() throws Exception {
    forge.await(forge.enqueue(PACK, new Order("chair")).id(), ofSeconds(20));

    JobId again = forge.enqueue(PACK, new Order("chair")).id();

    assertThat(forge.await(again, ofSeconds(20)))
        .hasError("DataIntegrityViolationException")
        .withFailures(1);
    assertThat(count("chair")).isEqualTo(1);
  }
}
