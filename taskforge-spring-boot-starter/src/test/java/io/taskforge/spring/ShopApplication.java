package io.taskforge.spring;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.taskforge.JobType;
import io.taskforge.TaskForge;
import io.taskforge.job.Enqueued;
import io.taskforge.job.JobContext;
import io.taskforge.job.Outcome;
import io.taskforge.job.PayloadHandler;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;

/** An application with a handler of every kind. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({ShopApplication.Orders.class, ShopApplication.Handlers.class})
class ShopApplication {
  record Order(String item) {}

  record OrderPlaced(String item) {}

  static final JobType<Order> SHIP = JobType.of("ship", Order.class);
  static final JobType<Order> BOOK = JobType.of("book", Order.class);

  /** What handlers did, in order. */
  static final class Log {
    final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    final CountDownLatch release = new CountDownLatch(1);

    void add(String line) {
      lines.add(line);
    }

    @SuppressWarnings("NullAway") // a test that waits in vain fails anyway
    String next() throws InterruptedException {
      return lines.poll(20, SECONDS);
    }
  }

  @Bean
  Log log() {
    return new Log();
  }

  /** Its name is the job type. */
  @Bean("print-label")
  PayloadHandler<Order> labels(Log log) {
    return order -> log.add("label for " + order.item());
  }

  /** A handler that is a bean, in a transaction. */
  static class Stock implements PayloadHandler<Order> {
    private final JdbcTemplate jdbc;

    Stock(JdbcTemplate jdbc) {
      this.jdbc = jdbc;
    }

    @Override
    @Transactional
    public void handle(Order order) {
      jdbc.update("INSERT INTO booking (item, by) VALUES (?, 'stock')", order.item());
    }
  }

  @Bean("take-from-stock")
  Stock stock(JdbcTemplate jdbc) {
    return new Stock(jdbc);
  }

  /** The application's service; it has the TaskForge, and a handler that the TaskForge has. */
  @Transactional
  static class Orders {
    private final TaskForge forge;
    private final JdbcTemplate jdbc;
    private final ApplicationEventPublisher events;

    Orders(TaskForge forge, JdbcTemplate jdbc, ApplicationEventPublisher events) {
      this.forge = forge;
      this.jdbc = jdbc;
      this.events = events;
    }

    Enqueued place(String item) {
      jdbc.update("INSERT INTO booking (item, by) VALUES (?, 'place')", item);
      events.publishEvent(new OrderPlaced(item));
      return forge.enqueue(SHIP, new Order(item));
    }

    void placeAndFail(String item) {
      place(item);
      throw new IllegalArgumentException("rolled back");
    }

    @JobHandler("book")
    @Retry(policy = "quick", maxRetries = 2)
    public void book(Order order, JobContext context) throws IOException {
      jdbc.update("INSERT INTO booking (item, by) VALUES (?, 'book')", order.item());
      if (context.attempt() == 1) {
        throw new IOException("a checked exception, after the write");
      }
    }
  }

  /** Handlers without transactions. */
  static class Handlers {
    private final Log log;
    private final JdbcTemplate jdbc;

    Handlers(Log log, JdbcTemplate jdbc) {
      this.log = log;
      this.jdbc = jdbc;
    }

    @JobHandler("ship")
    void ship(Order order, JobContext context) {
      log.add("shipped " + order.item() + " at attempt " + context.attempt());
    }

    @JobHandler("count")
    String count(Order order) {
      return order.item() + " counted";
    }

    @JobHandler("flaky")
    @Retry(policy = "once") // properties take precedence
    void flaky() {
      throw new IllegalStateException("never works");
    }

    @JobHandler("nightly")
    @Recurring(cron = "${shop.nightly:0 3 * * *}", zone = "Europe/Berlin")
    Outcome nightly(JobContext context) {
      log.add("nightly");
      return Outcome.DONE;
    }

    @JobHandler("slow")
    void slow() throws InterruptedException {
      log.add("slow began");
      log.release.await();
      log.add("slow ended: " + jdbc.queryForObject("SELECT 'database answers'", String.class));
    }

    @DurableEventListener("confirm")
    @Retry(policy = "quick", maxRetries = 1)
    void confirm(OrderPlaced placed, JobContext context) {
      if (context.attempt() == 1) {
        throw new IllegalStateException("the mail server is down");
      }
      log.add("confirmed " + placed.item());
    }

    /** Spring's own events are none of the durable ones. */
    @EventListener
    void ready(ApplicationReadyEvent ready) {
      log.add("ready");
    }
  }

  static final List<String> PROPERTIES =
      List.of(
          "--spring.taskforge.retry.policies.quick.strategy=fixed",
          "--spring.taskforge.retry.policies.quick.initial-delay=10ms",
          "--spring.taskforge.retry.policies.quick.jitter=none",
          "--spring.taskforge.retry.policies.quick.max-retries=3",
          "--spring.taskforge.handlers.flaky.retry-policy=quick",
          "--spring.taskforge.handlers.flaky.max-retries=1",
          "--spring.taskforge.queues.default.dead-letter-queue=dead");
}
