package io.taskforge.server.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The encrypted signing secrets of a webhook: the current one, and rotated ones for a grace period
 * in which receivers can switch.
 *
 * @param old the rotated secrets, newest first
 */
record SigningSecrets(String current, List<Old> old) {
  /** How long a rotated secret still signs. */
  static final Duration OLD_LASTS = Duration.ofHours(24);

  /** The maximum number of rotated secrets that still sign. */
  static final int MAX_OLD = 4;

  SigningSecrets {
    old = List.copyOf(old);
  }

  record Old(String sealed, Instant until) {}

  static SigningSecrets of(String sealed) {
    return new SigningSecrets(sealed, List.of());
  }

  /** Returns until when no rotation is possible; empty if one is possible now. */
  Optional<Instant> fullUntil(Instant now) {
    List<Old> signing = oldAt(now);
    return signing.size() < MAX_OLD
        ? Optional.empty()
        : signing.stream().map(Old::until).min(Instant::compareTo);
  }

  SigningSecrets rotated(String sealed, Instant now) {
    if (fullUntil(now).isPresent()) {
      throw new IllegalStateException("too many rotated secrets still sign");
    }
    List<Old> before = new ArrayList<>();
    before.add(new Old(current, now.plus(OLD_LASTS)));
    before.addAll(oldAt(now));
    return new SigningSecrets(sealed, before);
  }

  /** Returns the rotated secrets that still sign, newest first. */
  List<Old> oldAt(Instant now) {
    return old.stream().filter(secret -> secret.until.isAfter(now)).toList();
  }

  /** Returns until when any rotated secret signs. */
  Optional<Instant> oldUntil() {
    return old.stream().map(Old::until).max(Instant::compareTo);
  }

  /** Omits the secrets, which may be stored in plain text. */
  @Override
  public String toString() {
    return "secrets[1+" + old.size() + "]";
  }
}
