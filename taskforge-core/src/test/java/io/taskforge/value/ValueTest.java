package io.taskforge.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ValueTest {
  private static class Size<S extends Size<S>> extends Value<S> {
    int value = 1;

    S of(int other) {
      return with(copy -> copy.value = other);
    }

    @Override
    protected void check() {
      if (value < 0) {
        throw new IllegalArgumentException("must not be negative but was " + value);
      }
    }

    @Override
    protected List<@Nullable Object> fields() {
      return List.of(value);
    }
  }

  private static final class Width extends Size<Width> {}

  private static final class Height extends Size<Height> {}

  private record Word(String value) implements Name<Word> {
    Word {
      Name.check("word", Pattern.compile("[a-z]+"), value);
    }
  }

  @Test
  void a_change_returns_a_checked_copy_and_leaves_the_original() {
    Width one = new Width();

    assertThat(one.of(2).value).isEqualTo(2);
    assertThat(one.value).isEqualTo(1);
    assertThatThrownBy(() -> one.of(-1)).hasMessage("must not be negative but was -1");
    assertThat(one.value).isEqualTo(1);
  }

  @Test
  void values_are_equal_if_their_class_and_fields_are() {
    assertThat(new Width().of(2))
        .isEqualTo(new Width().of(2))
        .hasSameHashCodeAs(new Width().of(2))
        .hasToString("Width[2]")
        .isNotEqualTo(new Width())
        .isNotEqualTo(new Height().of(2))
        .isNotEqualTo(null);
  }

  @Test
  void names_are_checked_and_ordered_by_their_text() {
    assertThat(List.of(new Word("b"), new Word("a"))).isSortedAccordingTo((x, y) -> y.compareTo(x));
    assertThat(new Word("a")).isEqualByComparingTo(new Word("a"));
    assertThatThrownBy(() -> new Word("A"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("word must match [a-z]+ but was 'A'");
  }
}
