package io.taskforge.server.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PayloadMatchTest {
  @ParameterizedTest
  @CsvSource({
    "$.items[0].id=7, /items/0/id",
    "$.items.0.id=7, /items/0/id",
    "$.a[1][2]=7, /a/1/2",
    "$[3].x=7, /3/x",
    "$.a/b~c=7, /a~1b~0c"
  })
  void a_path_is_read(String text, String pointer) {
    PayloadMatch match = PayloadMatch.parse(text);

    assertThat(match.path()).hasToString(pointer);
    assertThat(match.text()).isEqualTo("7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"$.items[x].id=7", "$.items[0=7", "$.a..b=7", "$.a", "$.=7", "$[0]"})
  void a_wrong_path_is_rejected_instead_of_finding_nothing(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PayloadMatch.parse(text))
        .withMessageContaining("$.items[0].id=42");
  }

  @Test
  void text_without_a_path_is_searched_anywhere() {
    assertThat(PayloadMatch.parse("$5 Off").path()).isNull();
    assertThat(PayloadMatch.parse("$5 Off").text()).isEqualTo("$5 off");
  }
}
