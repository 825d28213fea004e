package io.taskforge.server.access;

import io.taskforge.job.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Authenticates requests by API key. Authentication is off while the store has no key: then every
 * caller is {@link Caller#LOCAL}. Keys are cached for a second, so that a revoked key is rejected
 * on all nodes within a second. Thread-safe.
 */
public final class Authenticator {
  private static final Logger LOG = LoggerFactory.getLogger(Authenticator.class);
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration RECORD_INTERVAL = Duration.ofMinutes(1);
  private static final String SCHEME = "Bearer ";
  private static final String HOW = "send the header Authorization: Bearer followed by an API key";

  private final ApiKeys keys;
  private final Supplier<Instant> clock;
  private final @Nullable EphemeralKey session;
  private final ExpiringCache<String, Found> known;
  private final AuthenticationSwitch authentication;

  /**
   * The result of a look-up.
   *
   * @param at the store's time of the look-up: asking for the time in each request would cost a
   *     query
   */
  private record Found(Optional<ApiKey> key, Instant at) {
    Found used() {
      return new Found(key.map(old -> old.used(at)), at);
    }
  }

  /**
   * @param ticker a monotonic clock in nanoseconds
   * @param session an additional key with all rights, which turns authentication on; or null
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
   * @param authorization the Authorization header, or null
   * @throws UnauthorizedException if authentication is on and there is no valid key
   */
  public Caller authenticate(@Nullable String authorization) {
    if (authorization == null || authorization.isBlank()) {
      if (session != null || authentication.isOn()) {
        throw new UnauthorizedException("an API key is required: " + HOW);
      }
      return Caller.LOCAL;
    }
    if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new UnauthorizedException("only API keys are supported: " + HOW);
    }
    ApiKeySecret text = ApiKeySecret.parse(authorization.substring(SCHEME.length()).strip());
    if (session != null && text != null && session.is(text)) {
      return Caller.LOCAL;
    }
    if (text == null) {
      throw notValid();
    }
    Found found = known.get(text.id(), id -> new Found(keys.find(id), clock.get()));
    ApiKey key =
        found
            .key()
            .filter(stored -> text.matches(stored.hash()) && stored.isValid(found.at()))
            .orElseThrow(Authenticator::notValid);
    recordUse(key, found.at());
    return key.caller();
  }

  private static UnauthorizedException notValid() {
    return new UnauthorizedException("the API key is invalid, revoked or expired");
  }

  /** Records the last use at most once a minute, to save writes. */
  private void recordUse(ApiKey key, Instant now) {
    Instant last = key.lastUsedAt();
    if (last != null && Duration.between(last, now).compareTo(RECORD_INTERVAL) < 0) {
      return;
    }
    try {
      keys.used(key.id(), now);
      known.change(key.id(), Found::used);
    } catch (StoreException e) {
      LOG.debug("last use of key {} not recorded: {}", key.id(), e.getMessage());
    }
  }
}
