package io.taskforge.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

class UuidTextTest {
  private static final String TEXT = "01890a5d-ac96-774b-bcce-b302099a8057";

  @Test
  void a_uuid_of_36_characters_is_parsed_in_either_case() {
    assertThat(UuidText.parse(TEXT)).contains(UUID.fromString(TEXT));
    assertThat(UuidText.parse("01890A5D-AC96-774B-BCCE-B302099A8057"))
        .contains(UUID.fromString(TEXT));
  }

  @Test
  void another_length_other_characters_and_uneven_groups_are_rejected() {
    assertThat(UuidText.parse("1-1-1-1-1")).isEmpty();
    assertThat(UuidText.parse("01890a5d-ac96-774b-bcce-b302099a805W")).isEmpty();
    assertThat(UuidText.parse("01890a5d-ac96-774b-bcc-eb302099a8057")).isEmpty();
  }
}
