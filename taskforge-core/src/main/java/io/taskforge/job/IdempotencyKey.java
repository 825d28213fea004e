package io.taskforge.job;

import io.taskforge.text.BoundedText;

/** A caller's own name for a job, unique in its tenant: 1 to 255 bytes of UTF-8, no NUL. */
public record IdempotencyKey(String value) {
  private static final int MAX_BYTES = 255;

  public IdempotencyKey {
    if (value.isBlank() || !value.equals(BoundedText.of(value, MAX_BYTES))) {
      throw new IllegalArgumentException(
          "idempotency key must be 1 to 255 bytes of well-formed text without NUL but was '%s'"
              .formatted(BoundedText.of(value, MAX_BYTES)));
    }
  }

  @Override
  public String toString() {
    return value;
  }
}
