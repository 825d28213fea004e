package io.taskforge.server.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Base64;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AesSecretBoxTest {
  private static final String SECRET = "Bearer hunter2-hunter2";
  private static final String OLD = key(1);
  private static final String NEW = key(2);

  private static String key(int seed) {
    byte[] bytes = new byte[32];
    new SplittableRandom(seed).nextBytes(bytes);
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static SecretBox box(String current, String... older) {
    return EncryptionKeys.of(current, String.join(",", older)).box(new SplittableRandom(3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", SECRET, "é😀\0", "enc:v1:00000000:AAAA", "plain:x"})
  void an_encrypted_secret_decrypts_to_the_original(String secret) {
    String sealed = box(NEW).seal(secret);

    assertThat(sealed).matches("enc:v1:[0-9a-f]{8}:[A-Za-z0-9+/]+").doesNotContain("hunter2");
    assertThat(box(NEW).open(sealed)).isEqualTo(secret);
  }

  @Test
  void a_secret_encrypted_by_an_earlier_version_can_be_decrypted() {
    String key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    String sealed =
        "enc:v1:c250fed0:7Y8B2+QUCx2JqYF7aCVlumxzyaZ6rStwFT" + "VaAVSc3qxvmrZEnNmLO2a7cNTRSH/8pls";

    assertThat(box(key).open(sealed)).isEqualTo(SECRET);
  }

  @Test
  void encrypting_the_same_secret_twice_gives_different_results() {
    SecretBox box = box(NEW);

    assertThat(box.seal(SECRET)).isNotEqualTo(box.seal(SECRET));
  }

  @Test
  void an_old_key_decrypts_but_no_longer_encrypts() {
    String before = box(OLD).seal(SECRET);
    SecretBox rotated = box(NEW, OLD);

    assertThat(rotated.open(before)).isEqualTo(SECRET);
    assertThat(rotated.seal(SECRET).substring(0, 15))
        .isEqualTo(box(NEW).seal(SECRET).substring(0, 15))
        .isNotEqualTo(before.substring(0, 15));
  }

  @Test
  void a_secret_stored_before_encryption_was_configured_can_be_read() {
    assertThat(box(NEW).open(SecretBox.PLAIN.seal(SECRET))).isEqualTo(SECRET);
  }

  @Test
  void decryption_without_the_key_fails_and_names_the_key_id() {
    String sealed = box(OLD).seal(SECRET);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> box(NEW).open(sealed))
        .withMessageContaining("key " + sealed.substring(7, 15))
        .withMessageNotContaining(NEW);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SecretBox.PLAIN.open(sealed))
        .withMessageContaining("no encryption key");
  }

  @Test
  void a_modified_secret_cannot_be_decrypted() {
    SecretBox box = box(NEW, OLD);
    String sealed = box.seal(SECRET);
    // The last base64 character may contain unused bits.
    for (int i = 0; i < sealed.length() - 1; i++) {
      char other = sealed.charAt(i) == 'A' ? 'B' : 'A';
      String changed = sealed.substring(0, i) + other + sealed.substring(i + 1);

      assertThat(catchThrowable(() -> box.open(changed)))
          .as(changed)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageNotContaining("hunter2");
    }
    for (String broken : new String[] {"", "enc:v1:", sealed.substring(0, 20), "x" + sealed}) {
      assertThatIllegalArgumentException().isThrownBy(() -> box.open(broken));
    }
  }

  @Test
  void a_secret_encrypted_with_one_key_is_rejected_under_another_key_id() {
    String one = box(OLD).seal(SECRET);
    String head = box(NEW).seal(SECRET).substring(0, 16);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> box(NEW, OLD).open(head + one.substring(16)))
        .withMessageContaining("modified");
  }
}
