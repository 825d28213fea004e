package io.taskforge.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class NameSyntaxTest {
  private static final NameSyntax SYNTAX = new NameSyntax("._:-", 8);

  @Test
  void allows_what_its_regular_expression_matches() {
    Pattern regex = Pattern.compile(SYNTAX.toString());
    String characters = "aZ0/9@`{[.:-_ é\u0000";
    Random random = new Random(1);
    int allowed = 0;
    for (int i = 0; i < 100_000; i++) {
      StringBuilder name = new StringBuilder();
      for (int length = random.nextInt(10); length > 0; length--) {
        boolean any = random.nextInt(4) == 0;
        name.append(characters.charAt(random.nextInt(any ? characters.length() : 3)));
      }
      boolean legal = SYNTAX.allows(name.toString());
      assertThat(legal).as("'%s'", name).isEqualTo(regex.matcher(name).matches());
      allowed += legal ? 1 : 0;
    }
    assertThat(allowed).isBetween(10_000, 90_000);
  }

  @Test
  void an_illegal_name_is_rejected_with_the_rule() {
    assertThatThrownBy(() -> SYNTAX.check("queue name", "a b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("queue name must match [a-zA-Z0-9][a-zA-Z0-9._:-]{0,7} but was 'a b'");
  }
}
