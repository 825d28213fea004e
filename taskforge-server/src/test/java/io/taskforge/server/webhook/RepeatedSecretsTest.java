package io.taskforge.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.api.Answer;
import io.taskforge.server.endpoint.Behaviour;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Receivers that repeat the secret or the signature in their responses. */
class RepeatedSecretsTest extends WebhookTest {
  @Test
  void secrets_and_signatures_that_a_receiver_repeats_are_not_stored() {
    AtomicReference<String> first = new AtomicReference<>("");
    AtomicReference<String> second = new AtomicReference<>("");
    MisbehavingEndpoint receiver =
        receiver(
            Behaviour.script(
                Behaviour.echo(400, "webhook-signature"),
                exchange -> Behaviour.status(400, "no: " + first.get()).answer(exchange),
                exchange ->
                    Behaviour.status(302, "", "Location: http://a.test/?s=" + key(second))
                        .answer(exchange),
                exchange ->
                    Behaviour.status(400, "{\"s\":\"" + key(second).replace("/", "\\/") + "\"}")
                        .answer(exchange)));
    Answer webhook = webhook(receiver, "job.succeeded");
    first.set(webhook.at("/secret"));
    second.set(
        server.post(WEBHOOKS + "/" + webhook.at("/id") + "/rotate-secret").is(200).at("/secret"));
    succeeded("mail", "");
    server.runDue();
    for (int i = 0; i < 3; i++) {
      server.advance(Duration.ofHours(1));
    }

    Answer deliveries = deliveries(webhook);
    assertThat(deliveries.at("/items/0/state")).isEqualTo("DEAD");
    String id = deliveries.at("/items/0/id");
    String shown =
        deliveries.text()
            + server.get("/api/v1/jobs/" + id).is(200).text()
            + server.get("/api/v1/jobs/" + id + "/history").is(200).text()
            + server.get("/api/v1/dead-letters/" + id).is(200).text()
            + server.get("/api/v1/dead-letters").is(200).text()
            + server.get("/api/v1/failure-groups").is(200).text();
    assertThat(shown)
        .contains("answered HTTP 400: ***", "answered HTTP 400: no: ***", "http://a.test/?s=***")
        .contains("{\\\"s\\\":\\\"***\\\"}")
        .doesNotContain(key(first), key(second))
        .doesNotContain(key(second).replace("/", "\\\\/"));
    assertThat(header(receiver, "webhook-signature"))
        .hasSize(4)
        .flatExtracting(signatures -> List.of(signatures.replace("v1,", "").split(" ", -1)))
        .hasSize(8)
        .noneMatch(shown::contains);
  }

  private static String key(AtomicReference<String> secret) {
    return String.valueOf(secret.get()).substring("whsec_".length());
  }
}
