package io.taskforge.server.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a webhook's deliveries are signed with, sealed: one secret, and those before it for a while,
 * so that a receiver can change over at its leisure.
 *
 * @param old the secrets before, latest first
 */
record SigningSecrets(String current, List<Old> old) {
  /** How long a secret that was replaced still signs. */
  static final Duration OLD_LASTS = Duration.ofHours(24);

  /** How many of those there may be at once. */
  static final int MOST_OLD = 4;

  SigningSecrets {
    old = List.copyOf(old);
  }

  /** A secret that was replaced, and until when it still signs. */
  record Old(String sealed, Instant until) {}

  static SigningSecrets of(String sealed) {
    return new SigningSecrets(sealed, List.of());
  }

  /** Until when there is no room for one more old secret; empty if there is. */
  Optional<Instant> fullUntil(Instant now) {
    List<Old> signing = oldAt(now);
    return signing.size() < MOST_OLD
        ? Optional.empty()
        : signing.stream().map(Old::until).min(Instant::compareTo);
  }

  SigningSecrets rotated(String sealed, Instant now) {
    if (fullUntil(now).isPresent()) {
      throw new IllegalStateException("a secret that still signs must not be pushed out");
    }
    List<Old> before = new ArrayList<>();
    before.add(new Old(current, now.plus(OLD_LASTS)));
    before.addAll(oldAt(now));
    return new SigningSecrets(sealed, before);
  }

  /** Returns those before the current one that sign now, latest first. */
  List<Old> oldAt(Instant now) {
    return old.stream().filter(secret -> secret.until.isAfter(now)).toList();
  }

  /** Until when any but the current one signs. */
  Optional<Instant> oldUntil() {
    return old.stream().map(Old::until).max(Instant::compareTo);
  }

  /** Never shows a secret: sealed may be plain. */
  @Override
  public String toString() {
    return "secrets[1+" + old.size() + "]";
  }
}
