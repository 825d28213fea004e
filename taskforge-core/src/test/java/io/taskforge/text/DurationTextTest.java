package io.taskforge.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
  @ParameterizedTest
  @CsvSource({
    "500ms, PT0.5S, 500ms",
    "30s, PT30S, 30s",
    "60s, PT1M, 1m",
    "90m, PT1H30M, 90m",
    "120m, PT2H, 2h",
    "24h, P1D, 1d",
    "36h, PT36H, 36h",
    "0ms, PT0S, 0s",
    "007s, PT7S, 7s",
    "1500ms, PT1.5S, 1500ms",
    "PT1M30S, PT1M30S, 90s",
    "P2DT3H, PT51H, 51h",
    "-PT1S, PT-1S, PT-1S",
    "PT-0.5S, PT-0.5S, PT-0.5S",
    "PT0.000000001S, PT0.000000001S, PT0.000000001S",
    "9223372036854775807ms, PT2562047788015H12M55.807S, PT2562047788015H12M55.807S",
    "9223372036854774999ms, PT2562047788015H12M54.999S, 9223372036854774999ms",
    "9223372036854775s, PT2562047788015H12M55S, 9223372036854775s",
    "PT9223372036854776S, PT2562047788015H12M56S, PT2562047788015H12M56S"
  })
  void durations_are_parsed_and_formatted(String text, Duration duration, String written) {
    assertThat(DurationText.parse(text)).isEqualTo(duration);
    assertThat(DurationText.format(duration)).isEqualTo(written);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1",
        "s",
        "1 s",
        " 1s",
        "1s ",
        "1S",
        "1.5s",
        "-1s",
        "+1s",
        "1us",
        "1w",
        "1s1ms",
        "P",
        "PT",
        "P1Y",
        "PT1",
        "T1S",
        "+PT1S",
        "9223372036854775808ms",
        "9223372036854776s",
        "PT9223372036854775808S",
        "10000000000000000000000000000000000000000000000000000000000000ms"
      })
  void invalid_durations_are_rejected_with_the_rule(String text) {
    assertThatThrownBy(() -> DurationText.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("must be a duration such as 500ms, 30s, 5m, 2h, 1d or ISO-8601 PT1M30S");
  }

  @Property(tries = 500)
  void formatted_durations_round_trip(
      @ForAll long seconds, @ForAll @IntRange(max = 999_999_999) int nanos) {
    assertRoundTrip(Duration.ofSeconds(seconds, nanos));
    assertRoundTrip(Duration.ofSeconds(seconds));
    assertRoundTrip(Duration.ofMillis(seconds));
  }

  @Property(tries = 500)
  void everyday_durations_are_short(@ForAll @LongRange(max = 100_000_000) long millis) {
    Duration duration = Duration.ofMillis(millis);

    assertRoundTrip(duration);
    assertThat(DurationText.format(duration)).matches("\\d+(ms|s|m|h|d)");
  }

  private static void assertRoundTrip(Duration duration) {
    assertThat(DurationText.parse(DurationText.format(duration))).isEqualTo(duration);
  }

  @ParameterizedTest
  @CsvSource({
    "PT0S, 0ms",
    "PT0.000000999S, 0ms",
    "PT0.000001S, 0.001ms",
    "PT0.0019999S, 1.999ms",
    "PT0.0025S, 2.5ms",
    "PT0.009999999S, 9.999ms",
    "PT0.01S, 10ms",
    "PT0.0109S, 10ms",
    "PT0.85S, 850ms",
    "PT0.999999999S, 999ms",
    "PT1S, 1s",
    "PT7.25S, 7.25s",
    "PT10S, 10s",
    "PT30.0009S, 30s",
    "PT59.999999999S, 59.999s",
    "PT1M, 1m",
    "PT1M1.9S, 1m1s",
    "PT59M59S, 59m59s",
    "PT1H, 1h",
    "PT2H16M59S, 2h16m",
    "PT23H59M, 23h59m",
    "P1D, 1d",
    "PT987H, 41d3h",
    "PT-7.25S, -7.25s",
    "PT-2H-16M, -2h16m"
  })
  void durations_for_people_have_at_most_two_units(Duration duration, String text) {
    assertThat(DurationText.forPeople(duration)).isEqualTo(text);
  }

  @Property(tries = 200)
  void every_duration_can_be_formatted_for_people(@ForAll long seconds) {
    assertThat(DurationText.forPeople(Duration.ofSeconds(seconds))).isNotBlank();
  }
}
