package io.taskforge.server.httpjob;

import io.taskforge.failure.ErrorType;
import io.taskforge.failure.HandlerFailure;
import io.taskforge.job.Payload;
import io.taskforge.json.strict.Json;
import io.taskforge.server.secret.SecretBox;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Encrypts the secret headers of HTTP jobs before they are stored, and decrypts them for the call.
 * Headers stored without an encryption key are in plain text.
 */
public final class EncryptedHeaders {
  /** The prefix of every encrypted value; rejected in requests. */
  static final String MARK = "enc:v1:";

  static final ErrorType UNREADABLE = ErrorType.of("secret_unreadable");

  private final SecretBox box;

  public EncryptedHeaders(SecretBox box) {
    this.box = box;
  }

  /**
   * Encrypts the secret headers of a payload.
   *
   * @throws IllegalArgumentException if the encrypted payload is too long
   */
  public Payload sealed(Payload payload) {
    if (box == SecretBox.PLAIN || !(Json.read(payload.json()) instanceof ObjectNode call)) {
      return payload;
    }
    boolean changed = false;
    if (call.get("headers") instanceof ObjectNode headers) {
      for (Map.Entry<String, JsonNode> header : List.copyOf(headers.properties())) {
        if (SecretHeaders.isSecret(header.getKey()) && header.getValue().isString()) {
          headers.put(header.getKey(), box.seal(header.getValue().stringValue()));
          changed = true;
        }
      }
    }
    return changed ? new Payload(Json.write(call)) : payload;
  }

  /**
   * Decrypts the secret headers of a stored payload.
   *
   * @throws HandlerFailure if a header can't be decrypted; not retried
   */
  JsonNode opened(JsonNode payload) {
    if (!(payload.get("headers") instanceof ObjectNode stored)) {
      return payload;
    }
    ObjectNode headers = stored.deepCopy();
    for (Map.Entry<String, JsonNode> header : List.copyOf(stored.properties())) {
      if (header.getValue().isString() && header.getValue().stringValue().startsWith(MARK)) {
        headers.put(header.getKey(), opened(header.getKey(), header.getValue().stringValue()));
      }
    }
    ObjectNode call = ((ObjectNode) payload).deepCopy();
    call.set("headers", headers);
    return call;
  }

  private String opened(String name, String sealed) {
    try {
      return box.open(sealed);
    } catch (IllegalArgumentException e) {
      HandlerFailure failure =
          HandlerFailure.of(
                  UNREADABLE, "header %s can't be decrypted: %s".formatted(name, e.getMessage()))
              .doNotRetry();
      failure.setStackTrace(new StackTraceElement[0]);
      throw failure;
    }
  }
}
