package io.taskforge.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FailureFingerprintTest {
  private static final String STACK =
      """
      java.lang.IllegalStateException: order 42
      \tat shop/com.example.Orders.pay(Orders.java:17)
      \tat com.example.Orders.lambda$run$3(Orders.java:99)
      \tat java.base/java.lang.Thread.run(Thread.java:1583)
      \tat com.example.Deep.down(Deep.java:1)
      Caused by: java.io.IOException
      \tat com.example.Socket.read(Socket.java:5)
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "order 42 not found | order 1337 not found",
        "order -42 is not 3.5 | order 7 is not 1,234.56",
        "took 12ms | took 1.5s",
        "HTTP 503 | HTTP 500",
        "row 550e8400-e29b-41d4-a716-446655440000 | row ffffffff-abcd-4bad-beef-0123456789ab",
        "row 550E8400-E29B-41D4-A716-446655440000 | row 00000000-0000-0000-0000-000000000000",
        "pointer 0x7ffee4 at deadbeef | pointer 0x00 at cafebabe",
        "commit da39a3ee5e6b4b0d3255bfef95601890afd80709 | commit 0beec7b5ea3f0fdbc95d0dd47f3c5bc2",
        "no user 'ada' here | no user 'bob and eve' here",
        "no user \"ada\" here | no user \"b'o'b\" here",
        "no column `a` | no column `b_2`",
        "no page “a” | no page “b”",
        "can't open 'a.txt' | can't open 'it''s.txt'",
        "GET https://api.example.com/users/42/orders?x=ada | GET https://api.example.com/users/7/orders?y=1,2",
        "GET https://ada:pw@h.org/a1 | GET https://bob:secret@h.org/b2",
        "GET http://h.org/550e8400-e29b-41d4-a716-446655440000 | GET http://h.org/12",
        "mail to ada@example.com bounced | mail to bob.smith+x@mail.example.co.uk bounced",
        "mail to <ada@example.com> bounced | mail to <b@c.de> bounced",
        "at 2026-11-15T23:34:55.123Z down | at 2027-01-02T03:04:05Z down",
        "at 2026-11-15 23:34:55,123 down | at 2027-01-02 03:04:05,9 down",
        "at 2026-11-15T23:34:55+01:00 down | at 2026-11-15T23:34:55.1-05:30 down",
        "at Sun Nov 15 23:34:55 UTC 2026 down | at Mon Feb 1 01:02:03 GMT 2027 down",
        "at 11/15/2026 11:34 PM down | at 1/2/2027 3:04 AM down",
        "connect to 10.0.0.1:5432 refused | connect to 192.168.100.200:15432 refused",
        "connect to fe80::1 refused | connect to 2001:db8:dead:beef::8a2e:370 refused",
        "ids [1, 2, 3] missing | ids [4] missing",
        "names 'a', 'b' missing | names 'c' missing",
        "com.example.Foo@1a2b3c failed | com.example.Foo@7fffffff failed",
        "key order-1234:9 locked | key order-99:10 locked",
        "id=42 name=\"ada\" | id=43 name=\"bob\"",
        "worker host-4242-3f2abc fell silent | worker host-17-abcdef99 fell silent",
        "a  b\t c 1 | a b c 2",
        "token eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9abcdefgh bad | token "
            + "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz bad",
      })
  void the_same_failure_with_different_values_has_the_same_fingerprint(String one, String other) {
    assertThat(MessagePattern.of(one)).isEqualTo(MessagePattern.of(other));
    assertThat(of(one)).isEqualTo(of(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "order not found | customer not found",
        "order 42 not found | order not found",
        "GET https://a.example.com/users/1 | GET https://b.example.com/users/1",
        "GET https://a.example.com/users/1 | GET https://a.example.com/orders/1",
        "don't know | can't know",
        "faced a bad decade | faced a dead facade",
        "connection reset | connection refused",
      })
  void different_failures_have_different_fingerprints(String one, String other) {
    assertThat(of(one)).isNotEqualTo(of(other));
  }

  @Test
  void the_pattern_is_readable() {
    assertThat(
            MessagePattern.of("Order 42 of ada@x.org: can't GET https://h.org/v/1?q=2 (3 tries)"))
        .isEqualTo("Order # of <email> can't GET https://h.org/v/# (# tries)");
  }

  @Test
  void the_type_is_case_insensitive() {
    assertThat(of("timeout", "x", "")).isEqualTo(of("TimeOut", "x", ""));
    assertThat(of("timeout", "x", "")).isNotEqualTo(of("timeouts", "x", ""));
  }

  @Test
  void only_the_top_three_frames_matter_without_lines_and_modules() {
    String moved = STACK.replace("Orders.java:17", "Orders.java:18").replace("shop/", "shop@1.2/");
    assertThat(of("e", "m", moved)).isEqualTo(of("e", "m", STACK));
    assertThat(of("e", "m", STACK.replace("$3", "$4"))).isEqualTo(of("e", "m", STACK));
    assertThat(of("e", "m", STACK.replace("order 42", "else"))).isEqualTo(of("e", "m", STACK));
    assertThat(of("e", "m", STACK.replace("Deep.down", "Deep.up"))).isEqualTo(of("e", "m", STACK));

    assertThat(of("e", "m", STACK.replace("pay", "bill"))).isNotEqualTo(of("e", "m", STACK));
    assertThat(of("e", "m", STACK.replace("Thread.run", "Thread.go")))
        .isNotEqualTo(of("e", "m", STACK));
    assertThat(of("e", "m", "")).isNotEqualTo(of("e", "m", STACK));
  }

  @Test
  void a_lambda_frame_is_reduced_to_its_class() {
    assertThat(of("e", "m", "E\n\tat com.example.A$$Lambda$14/0x00007f01.run(Unknown Source)\n"))
        .isEqualTo(of("e", "m", "E\n\tat com.example.A$$Lambda/0x00008abc.run(Unknown Source)\n"));
  }

  @Test
  void only_indented_lines_are_frames() {
    assertThat(of("e", "m", "at a.B.c(D)\n")).isEqualTo(of("e", "m", ""));
    assertThat(of("e", "m", "E\n \nat a.B.c(D)\n ")).isEqualTo(of("e", "m", ""));
    assertThat(of("e", "m", "\n\tat a.B.c(D)\n\tat a.B.d(D)\n"))
        .isEqualTo(of("e", "m", "E\n\tat a.B.c(D)\n\tat a.B.d(D)\n"));
  }

  @Test
  void a_frame_without_a_name_is_empty() {
    assertThat(of("e", "m", "E\n\tat (a)\n")).isEqualTo(of("e", "m", "E\n\tat (b)\n"));
    assertThat(of("e", "m", "E\n\tat $$Lambda.a(D)\n"))
        .isEqualTo(of("e", "m", "E\n\tat $$Lambda.b(D)\n"));
  }

  @Test
  void fingerprints_are_ordered_by_their_text() {
    assertThat(new FailureFingerprint("0".repeat(16)))
        .isLessThan(new FailureFingerprint("1".repeat(16)));
  }

  @Test
  void a_failure_and_its_stored_form_have_the_same_fingerprint() {
    Failure failure =
        Failure.of(ErrorType.of("Timeout"), FailureKind.TRANSIENT, "no answer in 5 s");

    assertThat(FailureFingerprint.of(failure)).isEqualTo(of("timeout", "no answer in 6 s", ""));
  }

  @Test
  void a_fingerprint_is_sixteen_hexadecimal_characters() {
    assertThat(of("anything").value()).matches("[0-9a-f]{16}");
    assertThat(of("anything")).hasToString(of("anything").value());
    for (String bad : new String[] {"", "0123456789abcde", "0123456789ABCDEF", "' OR 1=1 --"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new FailureFingerprint(bad))
          .withMessageContaining("must match");
    }
  }

  @Test
  void fingerprints_are_stable_across_releases() {
    // New failures are grouped with stored ones: changing the fingerprint splits every group.
    assertThat(of("e", "order 42 of 'ada'", STACK)).hasToString("f602ce8cb94074b0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'",
        "\"",
        "' ",
        "x' 'y",
        "`“",
        "a@",
        "@a.",
        "://",
        "a://",
        "1,",
        "1-",
        "-",
        ".",
        ":",
        "1 ",
        "::1",
        "((((",
        "\ud83d",
        "é",
        "ffffffff-",
        "' \" ` “",
        "1 - "
      })
  void hostile_messages_take_linear_time(String piece) {
    String nasty = piece.repeat(8 * 1024 / piece.length());

    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          for (int i = 0; i < 100; i++) {
            of("e", nasty, nasty);
          }
        });
    assertThat(MessagePattern.of(nasty).length()).isLessThanOrEqualTo(512);
  }

  @Test
  void random_text_does_not_throw() {
    Random random = new Random(7);
    String alphabet = "ab1f '\"`@.:/-,=()[]<>“”#?\t\n\u00e9";
    Set<FailureFingerprint> seen = new HashSet<>();
    for (int i = 0; i < 2_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(60); n > 0; n--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      seen.add(of(text.toString()));
    }
    assertThat(seen.size()).isGreaterThan(500);
  }

  private static FailureFingerprint of(String message) {
    return of("error", message, "");
  }

  private static FailureFingerprint of(String type, String message, String stack) {
    return FailureFingerprint.of(type, message, stack);
  }

  @Test
  void a_changed_copy_of_a_failure_has_its_own_fingerprint() {
    Failure failure = Failure.of(ErrorType.of("io"), FailureKind.TRANSIENT, "down");
    FailureFingerprint first = failure.fingerprint();
    Failure traced = failure.withStackTrace("io\n\tat a.B.c(B.java:1)\n");

    assertThat(failure.fingerprint()).isSameAs(first);
    assertThat(traced.fingerprint()).isNotEqualTo(first);
  }
}
