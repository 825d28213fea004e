package io.taskforge.server.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.taskforge.failure.Errors;
import io.taskforge.failure.HandlerFailure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
  @Test
  void secrets_that_a_response_repeats_are_masked() {
    Redaction redaction =
        Redaction.of(
            List.of("Bearer s3cr\"et-abcdef", "session=0123456789; theme=dark-blue", "abc"));

    assertThat(redaction.in("got Bearer s3cr\"et-abcdef ok")).isEqualTo("got *** ok");
    assertThat(redaction.in("{\"a\": \"s3cr\\\"et-abcdef\"}")).isEqualTo("{\"a\": \"***\"}");
    assertThat(redaction.in("your session 0123456789 of text/html"))
        .isEqualTo("your session *** of text/html");
    assertThat(redaction.in("abc, Bearer of news")).isEqualTo("abc, Bearer of news");
    assertThat(redaction.in("it was cut here: 012345")).isEqualTo("it was cut here: ***");
  }

  @Test
  void a_quoted_secret_is_also_masked_without_its_quotes() {
    Redaction redaction =
        Redaction.of(List.of("Token token=\"TOKSECRET123456\", nonce=\"def\", id='abcdef'"));

    assertThat(redaction.in("invalid token TOKSECRET123456")).isEqualTo("invalid token ***");
    assertThat(redaction.in("token=\"TOKSECRET123456\"")).isEqualTo("***");
    assertThat(redaction.in("no abcdef here")).isEqualTo("no *** here");
    assertThat(redaction.in("by definition")).isEqualTo("by definition");
  }

  @Test
  void the_password_in_basic_credentials_is_masked() {
    Redaction redaction = Redaction.of(List.of("Basic " + base64("ann:hunter2:x")));

    assertThat(redaction.in("no user with password hunter2:x")).doesNotContain("hunter2");
    assertThat(redaction.in("ann:hunter2:x is wrong, ann")).isEqualTo("*** is wrong, ann");
    assertThat(redaction.in("got " + base64("ann:hunter2:x"))).isEqualTo("got ***");
    assertThat(Redaction.of(List.of("basic " + base64("ann:pw"))).in("pwned")).isEqualTo("pwned");
    assertThat(Redaction.of(List.of("Basic no-base64!")).in("no ann")).isEqualTo("no ann");
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void secrets_are_masked_in_failures_and_their_causes() {
    Redaction redaction = Redaction.of(List.of("hunter2hunter2"));
    HandlerFailure harmless =
        HandlerFailure.of(Errors.TIMEOUT, "late").causedBy(new IllegalStateException("late"));
    HandlerFailure telling =
        HandlerFailure.of(Errors.TIMEOUT, "late")
            .causedBy(new IllegalStateException("bad line: hunter2hunter2"));

    assertThat(redaction.in(harmless)).isSameAs(harmless);
    assertThat(redaction.in(telling)).hasMessage("late").hasNoCause();
    assertThat(redaction.in(telling).type()).isEqualTo(Errors.TIMEOUT);
  }

  @Test
  void escaped_and_unpadded_secrets_are_masked() {
    Redaction redaction = Redaction.of(List.of("Bearer ab/cd+ef=="));

    assertThat(redaction.in("{\"token\":\"ab\\/cd+ef==\"}")).isEqualTo("{\"token\":\"***\"}");
    assertThat(redaction.in("/login?token=ab%2Fcd%2Bef%3D%3D&a=b"))
        .isEqualTo("/login?token=***&a=b");
    assertThat(redaction.in("token ab/cd+ef is wrong")).isEqualTo("token *** is wrong");
  }

  @Test
  void secrets_are_masked_as_other_platforms_escape_them() {
    Redaction redaction = Redaction.of(List.of("ab+cd/ef12+gh34&<ij>KL=="));

    assertThat(redaction.in("ab\\u002Bcd/ef12\\u002Bgh34\\u0026\\u003Cij\\u003EKL=="))
        .isEqualTo("***");
    assertThat(redaction.in("ab+cd/ef12+gh34\\u0026\\u003cij\\u003eKL\\u003d\\u003d"))
        .isEqualTo("***");
    assertThat(redaction.in("ab%2bcd%2fef12%2bgh34%26%3cij%3eKL%3d%3d")).isEqualTo("***");
    assertThat(redaction.in("ab+cd/ef12+gh34&amp;&lt;ij&gt;KL==")).isEqualTo("***");
  }

  @Test
  void overlapping_and_repeated_secrets_are_masked() {
    Redaction redaction = Redaction.of(List.of("abcdef", "defghi", "xyxyx"));

    assertThat(redaction.in("abcdefghi")).isEqualTo("***");
    assertThat(redaction.in("abcdef-abcdef-bcdef")).isEqualTo("***-***-bcdef");
    assertThat(redaction.in("_xyxyxyxyx_xyxy_")).isEqualTo("_***_xyxy_");
    assertThat(redaction.in("")).isEmpty();
  }

  @Test
  void the_result_equals_that_of_a_search_for_each_secret() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 5_000; i++) {
      List<String> secrets = List.of(word(random, 4, 8), word(random, 4, 8), word(random, 4, 8));
      String text = word(random, 0, 40);

      assertThat(Redaction.of(secrets).in(text)).isEqualTo(searched(text, secrets));
    }
  }

  private static String word(SplittableRandom random, int least, int most) {
    return letters(random, "abc", random.nextInt(least, most + 1));
  }

  private static String searched(String text, List<String> secrets) {
    StringBuilder hidden = new StringBuilder(text);
    for (String secret : secrets) {
      for (int at = 0; at < text.length(); at++) {
        int length = Math.min(secret.length(), text.length() - at);
        if (length >= 4 && text.startsWith(secret.substring(0, length), at)) {
          hidden.replace(at, at + length, "*".repeat(length));
        }
      }
    }
    return hidden.toString().replaceAll("\\*+", "***");
  }

  /** A search for every prefix of every secret takes more than twice as long as this limit. */
  @ParameterizedTest
  @ValueSource(strings = {"abcdefghijklmnopqrstuvwxyz0123456789", "'", "a"})
  void time_is_linear_in_the_text_and_in_the_secrets(String alphabet) {
    SplittableRandom random = new SplittableRandom(1);
    List<String> secrets =
        Stream.generate(() -> letters(random, alphabet, 8_000) + "!").limit(30).toList();
    String text = letters(random, alphabet, 1_024);

    assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          for (int i = 0; i < 40; i++) {
            assertThat(Redaction.of(secrets).in(text)).isNotEmpty();
          }
        });
  }

  private static String letters(SplittableRandom random, String alphabet, int length) {
    return random
        .ints(length, 0, alphabet.length())
        .mapToObj(i -> alphabet.substring(i, i + 1))
        .collect(Collectors.joining());
  }

  @Test
  void a_large_number_of_different_secrets_is_found_in_one_pass() {
    String parts =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "p" + (100_000 + i))
            .collect(Collectors.joining(";"));
    List<String> secrets = Collections.nCopies(30, parts);

    assertThat(Redaction.of(secrets).in("p100000, p100999, p101000"))
        .isEqualTo("***, ***, p101000");
  }
}
