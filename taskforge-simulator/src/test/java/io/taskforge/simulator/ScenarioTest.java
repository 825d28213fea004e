package io.taskforge.simulator;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A scenario that cannot be simulated says why. */
class ScenarioTest {
  private static final DestinationModel TWENTY =
      DestinationModel.rejecting(20, Duration.ofMinutes(10));

  @Test
  void arrivals_are_less_than_the_capacity() {
    assertThatThrownBy(() -> Scenario.of(20, TWENTY, 1))
        .hasMessage(
            "arrivals must be less than the capacity of 20/s, otherwise no backlog ever drains,"
                + " but was 20/s");
    assertThatThrownBy(() -> Scenario.of(0, TWENTY, 1))
        .hasMessage("arrivals must be more than 0/s and at most 10000/s but was 0/s");
  }

  @Test
  void burn_is_a_share() {
    assertThatThrownBy(
            () -> new DestinationModel(20, Duration.ofMillis(100), Duration.ofMinutes(1), 1.5))
        .hasMessage("burn must be from 0 to 1 but was 1.5");
  }

  @Test
  void an_outage_takes_at_most_a_day() {
    assertThatThrownBy(() -> DestinationModel.rejecting(20, Duration.ofDays(2)))
        .hasMessageContaining("outage must be from");
  }
}
