package io.taskforge.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.TenantId;
import io.taskforge.store.memory.MemoryJobStore;
import io.taskforge.testing.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AuthenticatorTest {
  private static final TenantId ACME = new TenantId("acme");

  private final ManualClock clock = ManualClock.startingAt("2030-01-01T00:00:00Z");
  private final Instant start = clock.instant();
  private final MemoryJobStore store = new MemoryJobStore(clock);
  private final ApiKeys keys = new ApiKeys(store, new SplittableRandom(7));
  private final Authenticator authenticator = authenticator(null);

  private Authenticator authenticator(@Nullable EphemeralKey session) {
    return new Authenticator(
        keys, clock::instant, () -> Duration.between(start, clock.instant()).toNanos(), session);
  }

  private static String bearer(ApiKeys.Created made) {
    return "Bearer " + made.text();
  }

  @Test
  void without_keys_every_caller_is_local() {
    assertThat(authenticator.authenticate(null)).isEqualTo(Caller.LOCAL);
  }

  @Test
  void the_first_key_turns_authentication_on_within_a_second() {
    authenticator.authenticate(null);
    keys.create("", ACME, Scope.READ, null);

    clock.advance(Duration.ofSeconds(1));

    assertThatThrownBy(() -> authenticator.authenticate(null))
        .isInstanceOf(UnauthorizedException.class)
        .hasMessageContaining("Authorization: Bearer");
  }

  @Test
  void a_key_identifies_its_caller() {
    ApiKeys.Created made = keys.create("ci", ACME, Scope.WRITE, null);

    assertThat(authenticator.authenticate(bearer(made)))
        .isEqualTo(new Caller(made.key().id(), ACME, Scope.WRITE));
    assertThat(authenticator.authenticate("bearer  " + made.text()).tenant()).isEqualTo(ACME);
  }

  @Test
  void an_invalid_or_altered_key_is_rejected() {
    String key = keys.create("", ACME, Scope.ADMIN, null).text();
    char last = key.charAt(key.length() - 2);
    String almost =
        key.substring(0, key.length() - 2)
            + (last == 'x' ? 'y' : 'x')
            + key.charAt(key.length() - 1);

    for (String header :
        new String[] {
          "Bearer " + almost,
          "Bearer " + key.substring(0, key.length() - 1),
          "Bearer " + key + "A",
          "Bearer",
          "Bearer tfk_000000000000_" + "A".repeat(43),
          "Basic " + key,
          key,
          "Bearer ' OR 1=1 --"
        }) {
      assertThatThrownBy(() -> authenticator.authenticate(header))
          .as(header)
          .isInstanceOf(UnauthorizedException.class)
          .message()
          .doesNotContain(key);
    }
  }

  @Test
  void a_revoked_key_is_rejected_after_a_second() {
    ApiKeys.Created made = keys.create("", ACME, Scope.READ, null);
    authenticator.authenticate(bearer(made));

    keys.revoke(made.key().id());
    clock.advance(Duration.ofSeconds(1));

    assertThatThrownBy(() -> authenticator.authenticate(bearer(made)))
        .isInstanceOf(UnauthorizedException.class);
    assertThat(keys.list()).singleElement().extracting(ApiKey::revokedAt).isNotNull();
  }

  @Test
  void an_expired_key_is_rejected() {
    ApiKeys.Created made = keys.create("", null, Scope.ADMIN, Duration.ofHours(1));
    clock.advance(Duration.ofMinutes(59));
    assertThat(authenticator.authenticate(bearer(made)).isOperator()).isTrue();

    clock.advance(Duration.ofMinutes(1));

    assertThatThrownBy(() -> authenticator.authenticate(bearer(made)))
        .isInstanceOf(UnauthorizedException.class);
  }

  @Test
  void last_use_is_stored_at_most_once_a_minute() {
    ApiKeys.Created made = keys.create("", ACME, Scope.READ, null);
    authenticator.authenticate(bearer(made));
    Instant first = clock.instant();

    clock.advance(Duration.ofSeconds(59));
    authenticator.authenticate(bearer(made));
    assertThat(keys.find(made.key().id()).orElseThrow().lastUsedAt()).isEqualTo(first);

    clock.advance(Duration.ofSeconds(1));
    authenticator.authenticate(bearer(made));
    assertThat(keys.find(made.key().id()).orElseThrow().lastUsedAt()).isEqualTo(clock.instant());
  }

  @Test
  void neither_the_store_nor_a_printed_key_contains_the_secret() {
    ApiKeys.Created made = keys.create("", ACME, Scope.READ, null);
    String secret = made.text().substring(made.text().lastIndexOf('_') + 1);

    assertThat(made.key().write()).doesNotContain(secret);
    assertThat(made.toString()).doesNotContain(secret);
    assertThat(String.valueOf(ApiKeySecret.parse(made.text()))).doesNotContain(secret);
  }

  @Test
  void a_server_with_a_session_key_rejects_callers_without_it() {
    EphemeralKey session = EphemeralKey.random(new SplittableRandom(9));
    Authenticator closed = authenticator(session);

    assertThat(closed.authenticate("Bearer " + session.secret())).isEqualTo(Caller.LOCAL);
    assertThatThrownBy(() -> closed.authenticate(null)).isInstanceOf(UnauthorizedException.class);
  }

  @Test
  void a_scope_includes_the_lower_ones_and_a_tenant_is_not_an_operator() {
    Caller writer = new Caller("k", ACME, Scope.WRITE);

    writer.check(Access.own(Scope.READ));
    writer.check(Access.own(Scope.WRITE));
    assertThatThrownBy(() -> writer.check(Access.own(Scope.ADMIN)))
        .isInstanceOf(ForbiddenException.class)
        .hasMessage("this needs a key of scope admin");
    assertThatThrownBy(() -> writer.check(Access.shared(Scope.READ)))
        .isInstanceOf(ForbiddenException.class)
        .hasMessageContaining("bound to no tenant");
    assertThatThrownBy(() -> writer.owner(new TenantId("other")))
        .isInstanceOf(ForbiddenException.class)
        .hasMessage("this key is for tenant acme only");
  }
}
