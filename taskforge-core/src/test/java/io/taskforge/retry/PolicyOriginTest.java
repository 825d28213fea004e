package io.taskforge.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.taskforge.retry.EffectivePolicy.Origin;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Which policy counts, and when it was made and changed. */
class PolicyOriginTest {
  private static final Instant MONDAY = Instant.parse("2030-01-07T10:00:00Z");
  private static final Instant TUESDAY = Instant.parse("2030-01-08T10:00:00Z");
  private static final RetryPolicy A = RetryPolicies.WEBHOOK;
  private static final RetryPolicy B = RetryPolicies.PATIENT;
  private static final RetryPolicy C = RetryPolicies.ONCE;
  private static final RetryPolicy D = RetryPolicies.DEFAULT;

  @Test
  void the_nearest_policy_counts() {
    assertThat(EffectivePolicy.nearest(A, B, C, D)).isEqualTo(new EffectivePolicy(A, Origin.JOB));
    assertThat(EffectivePolicy.nearest(null, B, C, D))
        .isEqualTo(new EffectivePolicy(B, Origin.JOB_TYPE));
    assertThat(EffectivePolicy.nearest(null, null, C, D))
        .isEqualTo(new EffectivePolicy(C, Origin.QUEUE));
    assertThat(EffectivePolicy.nearest(null, null, null, D))
        .isEqualTo(new EffectivePolicy(D, Origin.SERVER_DEFAULT));
    assertThat(EffectivePolicy.nearest(A, null, C, D).origin()).isEqualTo(Origin.JOB);
  }

  @Test
  void a_first_revision_was_changed_when_it_was_made() {
    PolicyRevision first = PolicyRevision.first(A, MONDAY);

    assertThat(first).isEqualTo(new PolicyRevision(A, MONDAY, MONDAY));
  }

  @Test
  void a_change_keeps_the_time_of_creation() {
    PolicyRevision changed = PolicyRevision.first(A, MONDAY).changedTo(B, TUESDAY);

    assertThat(changed).isEqualTo(new PolicyRevision(B, MONDAY, TUESDAY));
  }

  @Test
  void the_same_policy_again_is_no_change() {
    PolicyRevision first = PolicyRevision.first(A, MONDAY);

    assertThat(first.changedTo(A, TUESDAY)).isSameAs(first);
  }

  @Test
  void a_change_before_the_creation_is_refused() {
    assertThatThrownBy(() -> PolicyRevision.first(A, TUESDAY).changedTo(B, MONDAY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "changedAt must not be before createdAt 2030-01-08T10:00:00Z"
                + " but was 2030-01-07T10:00:00Z");
  }
}
