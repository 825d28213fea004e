package io.taskforge.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.json.strict.Json;
import io.taskforge.server.api.Answer;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A receiver that is down raises a dead-letter alert, which a redrive resolves. */
class WebhookAlertTest extends WebhookTest {
  private static final Duration LOOK = Duration.ofSeconds(15);

  private void watch(Duration time) {
    for (long looks = time.dividedBy(LOOK); looks > 0; looks--) {
      server.advance(LOOK);
    }
  }

  private Answer alerts(String state) {
    return server.get("/api/v1/alerts?rule=dead-letters&state=" + state).is(200);
  }

  private static List<String> told(MisbehavingEndpoint receiver) {
    return receiver.received().stream()
        .map(request -> Json.read(request.body()).at("/type").stringValue())
        .toList();
  }

  @Test
  void a_dead_delivery_raises_an_alert_after_five_minutes_and_its_redrive_resolves_it() {
    MisbehavingEndpoint down = receiver(500, 500, 500, 500, 200);
    MisbehavingEndpoint pager = receiver(200);
    Answer webhook = webhook(down, "job.failed");
    webhook(pager, "alert.raised, alert.resolved");
    failed("mail", "no such mailbox");
    server.runDue();
    watch(Duration.ofSeconds(30 + 60 + 120 + 15));
    Answer dead = deliveries(webhook);
    assertThat(dead.at("/items/0/state")).isEqualTo("DEAD");

    watch(Duration.ofMinutes(4));
    assertThat(alerts("open").at("/items")).isEqualTo("[]");
    watch(Duration.ofMinutes(2));
    Answer open = alerts("open");
    assertThat(open.at("/items/0/queue")).isEqualTo("webhooks.dead");
    assertThat(told(pager)).containsExactly("alert.raised");
    watch(Duration.ofMinutes(10));
    assertThat(told(pager)).as("once").containsExactly("alert.raised");

    server.post("/api/v1/dead-letters/" + dead.at("/items/0/id") + "/redrive").is(200);
    server.runDue();
    assertThat(deliveries(webhook).at("/items/0/state")).isEqualTo("SUCCEEDED");
    watch(Duration.ofMinutes(3));

    assertThat(alerts("open").at("/items")).isEqualTo("[]");
    assertThat(alerts("resolved").at("/items/0/id")).isEqualTo(open.at("/items/0/id"));
    assertThat(told(pager)).containsExactly("alert.raised", "alert.resolved");
  }
}
