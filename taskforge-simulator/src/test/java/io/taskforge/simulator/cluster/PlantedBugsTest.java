package io.taskforge.simulator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The checker can fail: it finds every mistake that is planted, by the invariant that it breaks.
 */
class PlantedBugsTest {
  @Test
  void there_are_many_and_their_names_are_unique() {
    assertThat(PlantedBugs.names()).hasSizeGreaterThanOrEqualTo(40).doesNotHaveDuplicates();
  }

  @Test
  void the_first_seeds_find_nearly_all_of_them() {
    List<String> missed =
        PlantedBugs.all().stream().filter(bug -> !isFound(bug, 25)).map(PlantedBug::name).toList();

    assertThat(missed).hasSizeLessThanOrEqualTo(5);
  }

  @ParameterizedTest
  @MethodSource("bugs")
  @Tag("full-sample")
  void each_is_found_within_1000_seeds(PlantedBug bug) {
    assertThat(isFound(bug, 1_000)).isTrue();
  }

  static List<PlantedBug> bugs() {
    return PlantedBugs.all();
  }

  private static boolean isFound(PlantedBug bug, long seeds) {
    return LongStream.rangeClosed(1, seeds)
        .anyMatch(seed -> ClusterSimulation.run(Plan.of(seed), bug).violates(bug.invariant()));
  }

  @Test
  void an_unknown_name_is_rejected() {
    assertThatThrownBy(() -> PlantedBugs.named("typo"))
        .hasMessageContaining("planted bug must be one of")
        .hasMessageContaining("typo");
  }
}
