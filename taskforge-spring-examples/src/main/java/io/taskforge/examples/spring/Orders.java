package io.taskforge.examples.spring;

import io.taskforge.JobClient;
import io.taskforge.JobType;
import java.util.List;
import java.util.Map;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Places orders. */
@RestController
@RequestMapping("/orders")
public class Orders {
  record Mail(String to, String subject) {}

  record OrderPlaced(String item) {}

  static final JobType<Mail> SEND_MAIL = JobType.of("send-mail", Mail.class);

  private final JdbcTemplate jdbc;
  private final JobClient client;
  private final ApplicationEventPublisher events;

  Orders(JdbcTemplate jdbc, JobClient client, ApplicationEventPublisher events) {
    this.jdbc = jdbc;
    this.client = client;
    this.events = events;
  }

  // snippet:spring-enqueue
  @PostMapping
  @Transactional
  public String place(@RequestParam("item") String item, @RequestParam("to") String to) {
    jdbc.update("INSERT INTO orders (item) VALUES (?)", item);
    events.publishEvent(new OrderPlaced(item));
    return client.enqueue(SEND_MAIL, new Mail(to, "Your " + item)).id().toString();
  }

  // end

  @GetMapping
  public List<Map<String, Object>> all() {
    return jdbc.queryForList("SELECT item, reserved FROM orders ORDER BY item");
  }
}
