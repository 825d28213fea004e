package io.taskforge.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Properties of expressions made of lists, ranges and steps, at any time. */
class CronPropertiesTest {
  private static final List<String> ZONES =
      List.of(
          "UTC",
          "Europe/Berlin",
          "Australia/Lord_Howe",
          "Africa/Cairo",
          "America/Santiago",
          "Pacific/Apia");

  /** Sets of values and their text. */
  record Spelled(
      List<Integer> seconds, List<Integer> minutes, List<Integer> hours, List<Integer> months) {
    String cron() {
      return "%s %s %s * %s *".formatted(text(seconds), text(minutes), text(hours), text(months));
    }

    private static String text(List<Integer> values) {
      return values.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    boolean matches(LocalDateTime local) {
      return seconds.contains(local.getSecond())
          && minutes.contains(local.getMinute())
          && hours.contains(local.getHour())
          && months.contains(local.getMonthValue());
    }
  }

  @Property(tries = 2_000)
  void the_next_occurrence_is_later_and_matches_all_fields(
      @ForAll("spelled") Spelled spelled, @ForAll("instants") Instant after) {
    Instant next = Cron.parse(spelled.cron()).next(after, ZoneOffset.UTC).orElseThrow();

    assertThat(next).isAfter(after);
    assertThat(spelled.matches(LocalDateTime.ofInstant(next, ZoneOffset.UTC))).isTrue();
  }

  @Property(tries = 2_000)
  void there_is_no_occurrence_between_a_time_and_the_next(
      @ForAll("crons") String text,
      @ForAll("zones") ZoneId zone,
      @ForAll("instants") Instant after,
      @ForAll double part) {
    Cron cron = Cron.parse(text);
    Instant next = cron.next(after, zone).orElseThrow();
    assertThat(next).isAfter(after);
    long between = next.getEpochSecond() - after.getEpochSecond();
    Instant later = after.plusSeconds((long) (Math.abs(part % 1) * (between - 1)));

    assertThat(cron.next(later, zone)).contains(next);
    assertThat(cron.next(next.minusNanos(1), zone)).contains(next);
  }

  @Property(tries = 2_000)
  void a_later_start_never_finds_an_earlier_occurrence(
      @ForAll("crons") String text,
      @ForAll("zones") ZoneId zone,
      @ForAll("instants") Instant one,
      @ForAll("instants") Instant other) {
    Cron cron = Cron.parse(text);
    Instant early = one.isBefore(other) ? one : other;
    Instant late = one.isBefore(other) ? other : one;

    assertThat(cron.next(early, zone).orElseThrow())
        .isBeforeOrEqualTo(cron.next(late, zone).orElseThrow());
  }

  @Property(tries = 500)
  void upcoming_occurrences_are_those_of_repeated_next_calls(
      @ForAll("crons") String text,
      @ForAll("zones") ZoneId zone,
      @ForAll("instants") Instant from) {
    Cron cron = Cron.parse(text);
    List<Instant> upcoming = cron.upcoming(from, zone, 20);

    assertThat(upcoming).hasSize(20).isSorted().doesNotHaveDuplicates();
    assertThat(IntStream.range(1, 20))
        .allSatisfy(
            i ->
                assertThat(cron.next(upcoming.get(i - 1), zone))
                    .isEqualTo(Optional.of(upcoming.get(i))));
  }

  @Property(tries = 2_000)
  void the_canonical_text_is_parsed_as_an_equal_expression(@ForAll("crons") String text) {
    Cron cron = Cron.parse(text);
    // The canonical form of overlapping steps can be too long to parse.
    Assume.that(cron.toString().length() <= 256);

    assertThat(Cron.parse(cron.toString())).isEqualTo(cron).hasToString(cron.toString());
  }

  @Property(tries = 2_000)
  void any_text_is_parsed_or_rejected_with_faults(@ForAll String text) {
    try {
      assertThat(Cron.parse(text).toString()).isNotBlank();
    } catch (InvalidCronException e) {
      assertThat(e.faults()).isNotEmpty();
    }
  }

  @Property(tries = 5_000)
  void any_text_of_cron_characters_is_parsed_or_rejected_with_faults(
      @ForAll("nearlyCrons") String text) {
    try {
      Cron cron = Cron.parse(text);
      assertThat(Cron.parse(cron.toString())).isEqualTo(cron);
    } catch (InvalidCronException e) {
      assertThat(e.faults()).isNotEmpty();
    }
  }

  @Provide
  Arbitrary<String> nearlyCrons() {
    Arbitrary<String> field =
        Arbitraries.strings().withChars("0123456789*/-,?lwLW#monfri").ofMinLength(1).ofMaxLength(5);
    return field.list().ofMinSize(4).ofMaxSize(7).map(fields -> String.join(" ", fields));
  }

  @Provide
  Arbitrary<Spelled> spelled() {
    return Combinators.combine(values(0, 59), values(0, 59), values(0, 23), values(1, 12))
        .as(Spelled::new);
  }

  private static Arbitrary<List<Integer>> values(int min, int max) {
    return Arbitraries.integers()
        .between(min, max)
        .list()
        .uniqueElements()
        .ofMinSize(1)
        .ofMaxSize(5);
  }

  @Provide
  Arbitrary<String> crons() {
    return Combinators.combine(
            field(0, 59), field(0, 59), field(0, 23), dayField(), field(1, 12), weekdayField())
        .as((s, m, h, d, mo, w) -> String.join(" ", s, m, h, d, mo, w))
        // Some match only 31 February.
        .filter(CronPropertiesTest::runs);
  }

  private static boolean runs(String text) {
    try {
      Cron.parse(text);
      return true;
    } catch (InvalidCronException e) {
      return false;
    }
  }

  private static Arbitrary<String> field(int min, int max) {
    Arbitrary<String> number = Arbitraries.integers().between(min, max).map(String::valueOf);
    Arbitrary<String> range = Combinators.combine(number, number).as((a, b) -> a + "-" + b);
    Arbitrary<String> step = Arbitraries.integers().between(1, max - min).map(n -> "/" + n);
    Arbitrary<String> item =
        Arbitraries.oneOf(
            number,
            range,
            Arbitraries.just("*"),
            Combinators.combine(Arbitraries.oneOf(number, range, Arbitraries.just("*")), step)
                .as((a, b) -> a + b));
    return item.list().ofMinSize(1).ofMaxSize(3).map(items -> String.join(",", items));
  }

  private static Arbitrary<String> dayField() {
    return Arbitraries.oneOf(
        field(1, 31), Arbitraries.of("*", "?", "L", "L-3", "15W", "LW", "1W,31W,L"));
  }

  private static Arbitrary<String> weekdayField() {
    return Arbitraries.oneOf(
        field(1, 7), Arbitraries.of("*", "?", "friL", "0L", "mon#2", "sun#5,sat", "fri-mon"));
  }

  @Provide
  Arbitrary<ZoneId> zones() {
    return Arbitraries.of(ZONES).map(ZoneId::of);
  }

  @Provide
  Arbitrary<Instant> instants() {
    return Arbitraries.longs()
        .between(
            Instant.parse("2005-01-01T00:00:00Z").toEpochMilli(),
            Instant.parse("2045-01-01T00:00:00Z").toEpochMilli())
        .map(Instant::ofEpochMilli);
  }
}
