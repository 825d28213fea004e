package io.taskforge.text;

import java.util.Optional;
import java.util.UUID;

/** Parses UUIDs in their standard form alone: {@link UUID#fromString} takes uneven groups, too. */
public final class UuidText {
  private static final int LENGTH = 36;

  private UuidText() {}

  /** Returns the UUID, or empty if the text is not one of 36 characters. */
  public static Optional<UUID> parse(String text) {
    if (text.length() != LENGTH) {
      return Optional.empty();
    }
    try {
      UUID value = UUID.fromString(text);
      return value.toString().equalsIgnoreCase(text) ? Optional.of(value) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
