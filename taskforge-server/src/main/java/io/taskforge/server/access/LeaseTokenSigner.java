package io.taskforge.server.access;

import io.taskforge.job.TenantId;
import io.taskforge.json.Json;
import io.taskforge.remote.LeaseToken;
import io.taskforge.store.DocumentKey;
import io.taskforge.store.DocumentKind;
import io.taskforge.store.DocumentStore;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tokens of leases that only this server, with all its nodes, can have made. What a token is made
 * of is shown with each running job; without a seal, whoever may read a job could settle it, and
 * extend the lease of all that was claimed with it. Thread-safe.
 */
public final class LeaseTokenSigner {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_BYTES = 32;
  private static final int SEAL_BYTES = 16;
  private static final DocumentKey AT =
      new DocumentKey(DocumentKind.SERVER_SECRET, TenantId.DEFAULT, "lease-seal");

  private final SecretKeySpec key;

  private LeaseTokenSigner(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  /**
   * Returns the seal of the servers on a store; the first of them makes it.
   *
   * @param random must be fit for secrets
   */
  public static LeaseTokenSigner of(DocumentStore documents, RandomGenerator random) {
    Optional<String> known = documents.find(AT).map(document -> document.json());
    while (known.isEmpty()) {
      byte[] made = new byte[KEY_BYTES];
      random.nextBytes(made);
      String json = Json.write(Json.of(Base64.getEncoder().encodeToString(made)));
      known =
          documents
              .create(AT, json, null)
              .or(() -> documents.find(AT))
              .map(document -> document.json());
    }
    return new LeaseTokenSigner(Base64.getDecoder().decode(Json.read(known.get()).stringValue()));
  }

  /** Returns the token with its seal. */
  public String sign(LeaseToken token) {
    return token.text() + "." + seal(token.text());
  }

  /**
   * Returns the token that was sealed so.
   *
   * @throws IllegalArgumentException if it was not
   */
  public LeaseToken verify(String text) {
    int dot = text.indexOf('.');
    String token = text.substring(0, Math.max(0, dot));
    byte[] given = text.substring(dot + 1).getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(given, seal(token).getBytes(StandardCharsets.UTF_8))) {
      throw new IllegalArgumentException("must be the token that came with a claimed job");
    }
    return LeaseToken.parse(token);
  }

  private String seal(String token) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      byte[] whole = mac.doFinal(token.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(Arrays.copyOf(whole, SEAL_BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }
}
