package io.taskforge.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BoundedTextTest {
  @Test
  void a_text_that_fits_is_unchanged() {
    for (String text : new String[] {"", "a", "x".repeat(64), "é".repeat(32), "😀".repeat(16)}) {
      assertThat(BoundedText.of(text, 64)).isEqualTo(text);
    }
  }

  @Test
  void a_text_that_does_not_fit_loses_its_middle() {
    assertThat(BoundedText.of("a".repeat(40) + "b".repeat(40), 64))
        .isEqualTo("aaaaaaaa … 64 characters cut … bbbbbbbb");
    assertThat(BoundedText.of("x".repeat(65), 64))
        .isEqualTo("xxxxxxxx … 49 characters cut … xxxxxxxx");
    assertThat(BoundedText.of("é".repeat(33), 64)).isEqualTo("éééé … 25 characters cut … éééé");
    assertThat(BoundedText.of("€".repeat(22), 64)).isEqualTo("€€ … 18 characters cut … €€");
    assertThat(BoundedText.of("😀".repeat(17), 64)).isEqualTo("😀😀 … 26 characters cut … 😀😀");
  }

  @Test
  void surrogate_pairs_are_not_split() {
    String text = "a😀".repeat(1_000);

    assertThat(BoundedText.of(text, 65)).doesNotContain("\uFFFD");
  }

  @Test
  void invalid_characters_are_replaced_before_the_length_is_checked() {
    assertThat(BoundedText.of("\0", 64)).isEqualTo("\uFFFD");
    assertThat(BoundedText.of("\uDC00\uD800", 64)).isEqualTo("\uFFFD\uFFFD");
    assertThat(BoundedText.of("\0".repeat(21), 64)).isEqualTo("\uFFFD".repeat(21));
    assertThat(BoundedText.of("\0".repeat(22), 64)).contains("18 characters cut");
    assertThat(BoundedText.of("\uD800".repeat(22), 64)).contains("18 characters cut");
  }

  @Test
  void a_limit_too_small_for_the_marker_is_rejected() {
    assertThatThrownBy(() -> BoundedText.of("a", 63))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxBytes must be at least 64 but was 63");
  }

  @Property(tries = 500)
  void the_result_is_within_the_limit_and_well_formed(
      @ForAll("texts") String text, @ForAll @IntRange(min = 64, max = 300) int maxBytes) {
    String bounded = BoundedText.of(text, maxBytes);
    byte[] bytes = bounded.getBytes(StandardCharsets.UTF_8);

    assertThat(bytes).hasSizeLessThanOrEqualTo(maxBytes);
    // Encoding replaces malformed characters, so only well-formed text round-trips.
    assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(bounded);
    assertThat(bounded).doesNotContain("\0");
    assertThat(BoundedText.of(bounded, maxBytes)).isEqualTo(bounded);
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> pieces =
        Arbitraries.oneOf(
            Arbitraries.of("\0", "\uD800", "\uDC00", "😀", "é", "€", "a", "\n"),
            Arbitraries.strings().all().ofMaxLength(20));
    return pieces.list().ofMaxSize(60).map(list -> String.join("", list));
  }
}
