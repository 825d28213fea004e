package io.taskforge.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The exact pattern of messages at the limits of each rule. */
final class MessagePatternTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "peer fe:ab::0 left | peer # left",
        "peer fe:ab::9 left | peer # left",
        "peer fe:ab:1 left | peer # left",
        "peer ::ffff:10.0.0.1 left | peer # left",
        "peer fe:1 left | peer fe:# left",
        "peer fe:gh::1 left | peer fe:gh::# left",
        "peer ab:cd:ef left | peer ab:cd:ef left",
      })
  void an_ipv6_address_has_two_colons_and_a_digit_and_is_hexadecimal(String text, String pattern) {
    assertThat(MessagePattern.of(text)).isEqualTo(pattern);
  }

  @ParameterizedTest
  @ValueSource(strings = {"aaaaaaaa", "ffffffff", "AAAAAAAA", "FFFFFFFF", "abcdefab"})
  void eight_hexadecimal_letters_are_an_id(String id) {
    assertThat(MessagePattern.of(id)).isEqualTo("#");
  }

  @ParameterizedTest
  @ValueSource(strings = {"abcdefa", "gaaaaaaa", "aaaaaaag", "GAAAAAAA", "aaaa_aaaa", "`aaaaaaa"})
  void other_letters_are_kept(String word) {
    assertThat(MessagePattern.of(word)).isEqualTo(word);
  }

  @Test
  void after_a_number_two_hexadecimal_letters_are_part_of_it() {
    assertThat(MessagePattern.of("x 1-ab y")).isEqualTo("x # y");
    assertThat(MessagePattern.of("x 1-a y")).isEqualTo("x #-a y");
    assertThat(MessagePattern.of("x 1-zz y")).isEqualTo("x #-zz y");
    assertThat(MessagePattern.of("x 1*ab y")).isEqualTo("x #*ab y");
  }

  @Test
  void a_word_of_forty_letters_is_a_token() {
    assertThat(MessagePattern.of("z".repeat(40))).isEqualTo("#");
    assertThat(MessagePattern.of("z".repeat(39))).isEqualTo("z".repeat(39));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "a@-b.c | <email>",
        "a-@b.c | a-@b.c",
        "@b.c | @b.c",
        "a@.b | a@.b",
        "a@b. | a@b.",
        "a@bc | a@bc",
        "(a@b.c | (<email>",
        "1,2b@x.org | <email>",
        "a1,2b@x.org | <email>",
        "1,a@x.org | #,<email>",
        "a,1@x.org | a,<email>",
        "x, y | x, y",
      })
  void an_email_address_ends_at_a_boundary_but_a_comma_between_digits_is_none(
      String text, String pattern) {
    assertThat(MessagePattern.of(text)).isEqualTo(pattern);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "'ada' left | '…' left",
        "it 'isn't' so | it '…' so",
        "it \"is\"not so | it '…'not so",
        "it 'is so | it 'is so",
        "x'ada' left | x'ada' left",
      })
  void a_quote_ends_at_the_next_quote_that_is_no_apostrophe(String text, String pattern) {
    assertThat(MessagePattern.of(text)).isEqualTo(pattern);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "https://h.org/a/@bob/x | https://h.org/a/@bob/x",
        "https://ada@h.org/x#top | https://h.org/x",
        "https://h.org/a?x\"b c | https://h.org/a\"b c",
        "https://h.org/a?x>b c | https://h.org/a>b c",
        "https://h.org/a(b=c)?d | https://h.org/a(b=c)",
      })
  void a_url_keeps_its_host_and_path(String text, String pattern) {
    assertThat(MessagePattern.of(text)).isEqualTo(pattern);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "-5 left | # left",
        "+5 left | # left",
        "*5 left | *# left",
        "a-5 left | a-# left",
        "-x left | -x left",
        "- left | - left",
        "1 2 left | # left",
        "1 2x3 ; 4 left | # left",
        "1 x 2 left | # x # left",
      })
  void a_sign_belongs_to_its_number_and_a_list_of_numbers_is_one(String text, String pattern) {
    assertThat(MessagePattern.of(text)).isEqualTo(pattern);
  }

  @Test
  void a_pattern_has_at_most_512_characters_and_no_space_at_its_end() {
    assertThat(MessagePattern.of("(".repeat(511) + " b")).isEqualTo("(".repeat(511));
    assertThat(MessagePattern.of("(".repeat(600))).isEqualTo("(".repeat(512));
  }
}
