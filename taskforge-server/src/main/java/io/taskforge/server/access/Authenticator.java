package io.taskforge.server.access;

import io.taskforge.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells who a caller is. While the store has no key at all, everybody is {@link Caller#LOCAL}; the
 * authentication key closes the gate for good. What it knows of a key is at most a second old, so
 * that a key that is revoked on any node opens nothing a second later. Thread-safe.
 */
public final class Authenticator {
  private static final Logger LOG = LoggerFactory.getLogger(Authenticator.class);
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration NOTE_EVERY = Duration.ofMinutes(1);
  private static final String SCHEME = "Bearer ";
  private static final String HOW = "send the header Authorization: Bearer followed by an API key";

  private final ApiKeys keys;
  private final Supplier<Instant> clock;
  private final @Nullable EphemeralKey session;
  private final ExpiringCache<String, Optional<ApiKey>> known;
  private final AuthenticationSwitch authentication;

  /**
   * Makes it.
   *
   * @param ticker a monotonic clock in nanoseconds
   * @param session opens everything, and without it and without a key nobody gets in; or null
   */
  public Authenticator(
      ApiKeys keys, Supplier<Instant> clock, LongSupplier ticker, @Nullable EphemeralKey session) {
    this.session = session;
    this.keys = keys;
    this.clock = clock;
    known = new ExpiringCache<>(ticker, FRESH);
    authentication = new AuthenticationSwitch(keys, ticker);
  }

  /**
   * Returns who calls.
   *
   * @param authorization the header of that name, or null
   * @throws UnauthorizedException if it must be known who calls, and it is not
   */
  public Caller authenticate(@Nullable String authorization) {
    if (authorization == null || authorization.isBlank()) {
      if (session != null || authentication.isOn()) {
        throw new UnauthorizedException("a key is needed: " + HOW);
      }
      return Caller.LOCAL;
    }
    if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new UnauthorizedException("only keys are understood: " + HOW);
    }
    ApiKeySecret text = ApiKeySecret.parse(authorization.substring(SCHEME.length()).strip());
    if (session != null && text != null && session.is(text)) {
      return Caller.LOCAL;
    }
    Optional<ApiKey> key = text == null ? Optional.empty() : known.get(text.id(), keys::find);
    if (text == null || key.isEmpty() || !text.matches(key.get().hash())) {
      throw notValid();
    }
    Instant now = clock.get();
    if (!key.get().isValid(now)) {
      throw notValid();
    }
    note(key.get(), now);
    return key.get().caller();
  }

  private static UnauthorizedException notValid() {
    return new UnauthorizedException("the key is not valid, or was revoked, or has run out");
  }

  /** Last use is for people who tidy up keys: a minute is near enough, and one write too. */
  private void note(ApiKey key, Instant now) {
    Instant last = key.lastUsedAt();
    if (last != null && Duration.between(last, now).compareTo(NOTE_EVERY) < 0) {
      return;
    }
    try {
      keys.used(key.id(), now);
      known.change(key.id(), same -> same.map(old -> old.used(now)));
    } catch (StoreException e) {
      LOG.debug("last use of key {} was not noted: {}", key.id(), e.getMessage());
    }
  }
}
