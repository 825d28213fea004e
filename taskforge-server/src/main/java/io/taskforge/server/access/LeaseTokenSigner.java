package io.taskforge.server.access;

import io.taskforge.job.TenantId;
import io.taskforge.json.strict.Json;
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
 * Signs lease tokens with an HMAC, so that clients can't forge them. The parts of a token are shown
 * with each running job; without a signature, any caller who may read a job could settle it and
 * extend its lease. Thread-safe.
 */
public final class LeaseTokenSigner {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_BYTES = 32;
  private static final int HMAC_BYTES = 16;
  private static final DocumentKey AT =
      new DocumentKey(DocumentKind.SERVER_SECRET, TenantId.DEFAULT, "lease-seal");

  private final SecretKeySpec key;

  private LeaseTokenSigner(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  /**
   * Returns the signer of all servers on a store; the first server stores its key.
   *
   * @param random must be cryptographically secure
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

  public String sign(LeaseToken token) {
    return token.text() + "." + hmac(token.text());
  }

  /**
   * Verifies a signature by a constant-time comparison and returns the token.
   *
   * @throws IllegalArgumentException if the signature is wrong
   */
  public LeaseToken verify(String text) {
    int dot = text.indexOf('.');
    String token = text.substring(0, Math.max(0, dot));
    byte[] given = text.substring(dot + 1).getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(given, hmac(token).getBytes(StandardCharsets.UTF_8))) {
      throw new IllegalArgumentException("must be the token of a claimed job");
    }
    return LeaseToken.parse(token);
  }

  private String hmac(String token) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      byte[] whole = mac.doFinal(token.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder()
          .withoutPadding()
          .encodeToString(Arrays.copyOf(whole, HMAC_BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }
}
