package io.taskforge.examples.spring;

import io.taskforge.examples.spring.Orders.OrderPlaced;
import io.taskforge.spring.DurableEventListener;
import io.taskforge.spring.JobHandler;
import io.taskforge.spring.Recurring;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** What happens to an order in the background. */
@Component
public class OrderJobs {
  private static final Logger LOG = LoggerFactory.getLogger(OrderJobs.class);

  private final JdbcTemplate jdbc;

  OrderJobs(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  // snippet:spring-event
  @DurableEventListener("reserve-stock")
  @Transactional
  public void reserve(OrderPlaced order) {
    jdbc.update("UPDATE orders SET reserved = true WHERE item = ?", order.item());
  }

  // end

  // snippet:spring-recurring
  @JobHandler("count-orders")
  @Recurring(cron = "* * * * *", zone = "Europe/Berlin")
  void count() {
    LOG.info("{} orders", jdbc.queryForObject("SELECT count(*) FROM orders", Integer.class));
  }
  // end
}
