package io.taskforge.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.job.JobId;
import io.taskforge.store.LeaseRef;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LeaseTokenTest {
  private static final JobId JOB =
      new JobId(UUID.fromString("0190163d-8694-739b-aea5-966c26f8ad91"));

  @Test
  void a_token_is_short_url_safe_text_that_round_trips() {
    for (LeaseRef lease :
        List.of(
            new LeaseRef(1, 0),
            new LeaseRef(42, 999),
            new LeaseRef(Long.MAX_VALUE, Integer.MAX_VALUE))) {
      LeaseToken token = new LeaseToken(lease, JOB);

      assertThat(token.text()).hasSize(38).matches("[A-Za-z0-9_-]+").isEqualTo(token.toString());
      assertThat(LeaseToken.parse(token.text())).isEqualTo(token);
    }
  }

  @Test
  void invalid_tokens_are_rejected() {
    String good = new LeaseToken(new LeaseRef(42, 7), JOB).text();
    char last = good.charAt(37);
    String otherSpelling = good.substring(0, 37) + (char) (last + 1);
    String negative = "_".repeat(38);
    for (String bad :
        List.of(
            "",
            "x",
            good + "A",
            good.substring(1),
            good.substring(0, 37) + "=",
            good.substring(0, 37) + "+",
            good.substring(0, 37) + " ",
            good.substring(0, 37) + "é",
            " ".repeat(38),
            otherSpelling,
            negative,
            JOB.toString(),
            "A".repeat(1_000_000))) {
      assertThatThrownBy(() -> LeaseToken.parse(bad))
          .as("%.50s", bad)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("lease token must be the text of 38 characters");
    }
  }

  @Test
  void a_lease_token_rejects_negative_numbers() {
    assertThatThrownBy(() -> new LeaseToken(new LeaseRef(-1, 0), JOB))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LeaseToken(new LeaseRef(1, -1), JOB))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
