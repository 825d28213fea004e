package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Webhooks: events of finished jobs are delivered and retried. */
interface WebhookApiContract extends ServerUnderTest {
  @Test
  default void a_delivery_is_retried_with_one_id_until_it_is_accepted() throws IOException {
    try (MisbehavingEndpoint receiver =
        MisbehavingEndpoint.start(
            Behaviour.script(
                Behaviour.status(500, ""),
                Behaviour.status(404, ""),
                Behaviour.status(500, ""),
                Behaviour.status(500, ""),
                Behaviour.status(204, "")))) {
      String webhook =
          server()
              .post(
                  "/api/v1/webhooks",
                  "{\"url\": \"%s\", \"events\": [\"job.dead\"]}".formatted(receiver.url("/")))
              .is(201)
              .at("/id");
      putQueueWithDeadLetters("mail", "mail.dead");
      enqueue("mail");
      fail("mail", "smtp", "no such mailbox");

      server().runDue();
      for (int seconds : new int[] {30, 60, 120}) {
        server().advance(Duration.ofSeconds(seconds));
      }
      Answer dead = server().get("/api/v1/webhooks/" + webhook + "/deliveries").is(200);
      assertThat(dead.at("/items/0/state")).isEqualTo("DEAD");
      server().post("/api/v1/dead-letters/" + dead.at("/items/0/id") + "/redrive").is(200);
      server().runDue();

      Answer told = server().get("/api/v1/webhooks/" + webhook + "/deliveries").is(200);
      assertThat(told.at("/items/0/state")).isEqualTo("SUCCEEDED");
      assertThat(told.json().at("/items")).hasSize(1);
      Set<String> ids =
          receiver.received().stream()
              .map(sent -> sent.headers().get("webhook-id"))
              .collect(Collectors.toSet());
      assertThat(receiver.received()).hasSize(5);
      assertThat(ids).containsExactly(dead.at("/items/0/messageId"));

      String delivery = "/api/v1/webhooks/" + webhook + "/deliveries/" + told.at("/items/0/id");
      Answer details = server().get(delivery).is(200);
      assertThat(details.at("/request/headers/webhook-signature")).isEqualTo("***");
      assertThat(details.at("/request/headers/webhook-id"))
          .isEqualTo(told.at("/items/0/messageId"));
      assertThat(details.at("/request/body/type")).isEqualTo(told.at("/items/0/event"));
      assertThat(details.json().at("/responses")).hasSize(5);
      assertThat(details.at("/responses/0/text")).contains("answered HTTP");
      assertThat(details.at("/responses/4/status")).isEqualTo("SUCCEEDED");

      Answer again = server().post(delivery + "/redeliver").is(202);
      server().runDue();
      assertThat(receiver.received()).hasSize(6);
      assertThat(receiver.received().get(5).headers().get("webhook-id"))
          .isEqualTo(told.at("/items/0/messageId"));
      assertThat(again.at("/id")).isNotEqualTo(told.at("/items/0/id"));
    }
  }
}
