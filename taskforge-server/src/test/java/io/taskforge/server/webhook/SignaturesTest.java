package io.taskforge.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.taskforge.server.api.Answer;
import io.taskforge.server.api.TestServer;
import io.taskforge.server.endpoint.MisbehavingEndpoint;
import io.taskforge.server.endpoint.Received;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Deliveries verified by the Standard Webhooks libraries, which use the system clock. */
@Tag("jdk")
class SignaturesTest extends WebhookTest {
  private static final String OTHER_SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  @Override
  TestServer open() {
    return TestServer.onSqlite(directory, Instant.now());
  }

  @Test
  void the_java_library_accepts_only_our_signatures() {
    verifies(Verifier.java());
  }

  @Test
  void the_javascript_library_accepts_only_our_signatures() {
    assumeTrue(Verifier.hasNode(), "there is no node here");
    verifies(Verifier.node(directory));
  }

  private void verifies(Verifier verifier) {
    MisbehavingEndpoint receiver = receiver(200);
    String secret = webhook(receiver, "job.failed").at("/secret");
    failed("mail", "schöne \\\"Grüße\\\" — 😀");
    server.runDue();
    Received sent = last(receiver);
    Map<String, String> headers = sent.headers();
    String body = sent.body();

    assertThat(body).contains("😀");
    assertThat(verifier.accepts(secret, headers, body)).as("ours").isTrue();
    assertThat(verifier.accepts(OTHER_SECRET, headers, body)).as("other secret").isFalse();
    assertThat(verifier.accepts(secret, headers, body + " ")).as("longer").isFalse();
    assertThat(verifier.accepts(secret, headers, body.replace("failed", "dead")))
        .as("another body")
        .isFalse();
    for (String name : List.of("webhook-id", "webhook-timestamp", "webhook-signature")) {
      Map<String, String> forged = new HashMap<>(headers);
      forged.merge(name, "0", String::concat);
      assertThat(verifier.accepts(secret, forged, body)).as("another " + name).isFalse();
      forged.remove(name);
      assertThat(verifier.accepts(secret, forged, body)).as("no " + name).isFalse();
    }
  }

  @Test
  void a_message_with_an_old_or_future_timestamp_is_rejected() {
    MisbehavingEndpoint receiver = receiver(200);
    Answer webhook = webhook(receiver, "job.succeeded");
    String secret = webhook.at("/secret");
    for (Duration off : List.of(Duration.ofMinutes(-6), Duration.ofMinutes(12))) {
      server.clock().advance(off);
      server.post(WEBHOOKS + "/" + webhook.at("/id") + "/test").is(202);
      server.runDue();
    }

    assertThat(receiver.received()).hasSize(2);
    for (Received sent : receiver.received()) {
      assertThat(Verifier.java().accepts(secret, sent.headers(), sent.body())).isFalse();
      if (Verifier.hasNode()) {
        assertThat(Verifier.node(directory).accepts(secret, sent.headers(), sent.body())).isFalse();
      }
    }
  }

  @Test
  void a_receiver_that_remembers_ids_drops_duplicates() throws Exception {
    MisbehavingEndpoint receiver = receiver(500, 500, 200);
    String secret = webhook(receiver, "job.succeeded").at("/secret");
    succeeded("mail", "");
    succeeded("mail", "");
    server.runDue();
    server.advance(Duration.ofSeconds(30));

    SnippetReceiver guide = new SnippetReceiver(secret);
    for (Received sent : receiver.received()) {
      assertThat(guide.receive(lists(sent), sent.body())).isEqualTo(204);
    }
    Received forged = last(receiver);

    assertThat(receiver.received()).hasSize(4);
    assertThat(guide.receive(lists(forged), forged.body() + " ")).isEqualTo(400);
    assertThat(guide.taken).hasSize(2).doesNotHaveDuplicates();
  }

  private static Map<String, List<String>> lists(Received sent) {
    Map<String, List<String>> lists = new HashMap<>();
    sent.headers().forEach((name, value) -> lists.put(name, List.of(value)));
    return lists;
  }

  @Test
  void both_the_new_and_the_previous_secret_sign_for_a_day_after_rotation() {
    MisbehavingEndpoint receiver = receiver(500, 200);
    Answer webhook = webhook(receiver, "job.succeeded");
    String path = WEBHOOKS + "/" + webhook.at("/id");
    String first = webhook.at("/secret");
    succeeded("mail", ""); // the first attempt fails before the rotation
    server.runDue();

    String second = server.post(path + "/rotate-secret").is(200).at("/secret");
    server.advance(Duration.ofSeconds(30));

    Received retried = last(receiver);
    assertThat(receiver.received()).hasSize(2);
    assertThat(retried.headers().getOrDefault("webhook-signature", "").split(" ")).hasSize(2);
    for (String secret : List.of(first, second)) {
      assertThat(Verifier.java().accepts(secret, retried.headers(), retried.body())).isTrue();
    }
    String third = server.post(path + "/rotate-secret").is(200).at("/secret");
    server.post(path + "/test").is(202);
    server.runDue();
    for (String secret : List.of(first, second, third)) {
      assertThat(Verifier.java().accepts(secret, last(receiver).headers(), last(receiver).body()))
          .isTrue();
    }
  }

  @Test
  void after_a_day_only_the_new_secret_signs() {
    MisbehavingEndpoint receiver = receiver(200);
    Answer webhook = webhook(receiver, "job.succeeded");
    String path = WEBHOOKS + "/" + webhook.at("/id");
    server.clock().advance(Duration.ofDays(-1));
    String second = server.post(path + "/rotate-secret").is(200).at("/secret");

    server.clock().advance(Duration.ofDays(1));
    server.post(path + "/test").is(202);
    server.runDue();

    Received sent = last(receiver);
    assertThat(Verifier.java().accepts(second, sent.headers(), sent.body())).isTrue();
    assertThat(Verifier.java().accepts(webhook.at("/secret"), sent.headers(), sent.body()))
        .isFalse();
  }
}
