package io.taskforge.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.retry.EffectivePolicy.Origin;
import org.junit.jupiter.api.Test;

/** Which of the policies of a job, its type, its queue and the server applies. */
class PolicyOriginTest {
  private static final RetryPolicy A = RetryPolicies.WEBHOOK;
  private static final RetryPolicy B = RetryPolicies.PATIENT;
  private static final RetryPolicy C = RetryPolicies.ONCE;
  private static final RetryPolicy D = RetryPolicies.DEFAULT;

  @Test
  void the_nearest_policy_applies() {
    assertThat(EffectivePolicy.nearest(A, B, C, D)).isEqualTo(new EffectivePolicy(A, Origin.JOB));
    assertThat(EffectivePolicy.nearest(null, B, C, D))
        .isEqualTo(new EffectivePolicy(B, Origin.JOB_TYPE));
    assertThat(EffectivePolicy.nearest(null, null, C, D))
        .isEqualTo(new EffectivePolicy(C, Origin.QUEUE));
    assertThat(EffectivePolicy.nearest(null, null, null, D))
        .isEqualTo(new EffectivePolicy(D, Origin.SERVER_DEFAULT));
    assertThat(EffectivePolicy.nearest(A, null, C, D).origin()).isEqualTo(Origin.JOB);
  }
}
