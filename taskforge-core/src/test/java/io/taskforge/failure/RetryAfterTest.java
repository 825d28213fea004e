package io.taskforge.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2030-01-07T10:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "1, PT1S",
    "' 120 ', PT2M",
    "007, PT7S",
    "315360000, P3650D",
    "315360001, P3650D",
    "9999999999, P3650D",
    "99999999999, P3650D",
    "9999999999999999999999999999999999999999999999999999999999999999, P3650D",
    "'Mon, 07 Jan 2030 10:00:30 GMT', PT30S",
    "'Mon, 7 Jan 2030 10:01:00 GMT', PT1M",
    "'Mon, 07 Jan 2030 10:00:00 GMT', PT0S",
    "'Mon, 07 Jan 2030 09:59:59 GMT', PT0S",
    "'Fri, 31 Dec 9999 23:59:59 GMT', P3650D",
    "'Monday, 07-Jan-30 10:00:30 GMT', PT30S",
    "'Saturday, 07-Jan-40 10:00:00 GMT', P3650D",
    "'Friday, 07-Jan-94 10:00:30 GMT', PT0S",
    "'Wednesday, 07-Jan-81 10:00:30 GMT', PT0S",
    "'Mon Jan  7 10:00:30 2030', PT30S",
    "'Tue Jan 15 10:00:00 2030', PT192H",
    "'Sun Nov  6 08:49:37 1994', PT0S"
  })
  void seconds_and_dates_are_parsed_and_bounded(String header, Duration wait) {
    assertThat(RetryAfter.parse(header, NOW)).contains(wait);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "-1",
        "+1",
        "1.5",
        "1e3",
        "0x10",
        "soon",
        "10s",
        "٣",
        "Tue, 07 Jan 2030 10:00:30 GMT",
        "Mon, 32 Jan 2030 10:00:30 GMT",
        "Tuesday, 07-Jan-30 10:00:30 GMT",
        "Monday, 7-Jan-30 10:00:30 GMT",
        "Monday, 07-Jan-30 10:00:30",
        "Monday, 07-Jan-2030 10:00:30 GMT",
        "Mon Jan 7 10:00:30 2030",
        "Mon Jan  7 24:00:30 2030",
        "Tue Jan  7 10:00:30 2030",
        "Mon Jan  7 10:00:30 30",
        "2030-01-07T10:00:30Z",
        "99999999999999999999999999999999999999999999999999999999999999999"
      })
  void an_invalid_header_is_ignored(String header) {
    assertThat(RetryAfter.parse(header, NOW)).isEmpty();
  }

  @Test
  void a_huge_header_is_ignored() {
    assertThat(RetryAfter.parse("9".repeat(1_000_000), NOW)).isEmpty();
  }

  @Test
  void extreme_instants_do_not_throw() {
    String date = "Mon, 07 Jan 2030 10:00:30 GMT";

    assertThat(RetryAfter.parse(date, Instant.MIN)).contains(Duration.ofDays(3_650));
    assertThat(RetryAfter.parse(date, Instant.MAX)).contains(Duration.ZERO);
    assertThat(RetryAfter.parse("Monday, 07-Jan-30 10:00:30 GMT", Instant.MAX)).isEmpty();
    assertThat(RetryAfter.parse("Mon Jan  7 10:00:30 2030", Instant.MIN))
        .contains(Duration.ofDays(3_650));
  }
}
