package io.taskforge.server.webhook;

import com.standardwebhooks.exceptions.WebhookVerificationException;
import io.taskforge.json.strict.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.node.ObjectNode;

/** Verifies the signature of a delivery as a receiver does. */
interface Verifier {
  boolean accepts(String secret, Map<String, String> headers, String body);

  /** Uses the Standard Webhooks library for Java. */
  static Verifier java() {
    return (secret, headers, body) -> {
      Map<String, List<String>> lists = new HashMap<>();
      headers.forEach((name, value) -> lists.put(name, List.of(value)));
      try {
        new com.standardwebhooks.Webhook(secret).verify(body, lists);
        return true;
      } catch (WebhookVerificationException e) {
        return false;
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    };
  }

  /** Uses the JavaScript library if Node finds it, otherwise the specification's rules in Node. */
  static Verifier node(Path directory) {
    return (secret, headers, body) -> {
      String said = runNode(directory, secret, headers, body);
      if (!said.matches("(library|rules) (accepted|rejected: .*)")) {
        throw new IllegalStateException(said);
      }
      return said.endsWith("accepted");
    };
  }

  private static String runNode(
      Path directory, String secret, Map<String, String> headers, String body) {
    ObjectNode input = Json.object().put("secret", secret).put("body", body);
    ObjectNode sent = input.putObject("headers");
    headers.forEach(sent::put);
    try {
      Path script = directory.resolve("verify.cjs");
      try (var in = Objects.requireNonNull(Verifier.class.getResourceAsStream("verify.cjs"))) {
        Files.write(script, in.readAllBytes());
      }
      Process node =
          new ProcessBuilder("node", script.toString()).redirectErrorStream(true).start();
      try (OutputStream stdin = node.getOutputStream()) {
        stdin.write(Json.write(input).getBytes(StandardCharsets.UTF_8));
      }
      String said = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!node.waitFor(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("node does not end");
      }
      return said.strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  static boolean hasNode() {
    try {
      return new ProcessBuilder("node", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
