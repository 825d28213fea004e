package io.taskforge.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobState;
import io.taskforge.job.Transition;
import io.taskforge.server.Repository;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guide to the job lifecycle shows exactly the existing states and transitions. */
class LifecycleGuideTest {
  private static final Pattern NAME = Pattern.compile("`([A-Z_]+)`");

  private final String guide =
      Repository.text(Repository.root().resolve("docs/guides/job-lifecycle.md"));

  @Test
  void every_transition_is_shown() {
    Map<String, String> shown =
        rows("transition")
            .collect(Collectors.toMap(cells -> names(cells, 1).first(), this::arrows));
    Map<String, String> real =
        Stream.of(Transition.values())
            .collect(
                Collectors.toMap(
                    Transition::name, each -> namesOf(each.from()) + " → " + namesOf(each.to())));

    assertThat(shown).isEqualTo(real);
  }

  @Test
  void every_state_is_explained_and_final_states_are_marked() {
    Map<String, Boolean> shown =
        rows("state")
            .collect(
                Collectors.toMap(
                    cells -> names(cells, 1).first(), cells -> cells.get(3).contains("final")));
    Map<String, Boolean> real =
        Stream.of(JobState.values()).collect(Collectors.toMap(JobState::name, JobState::isFinal));

    assertThat(shown).isEqualTo(real);
  }

  private String arrows(List<String> cells) {
    return names(cells, 2) + " → " + names(cells, 3);
  }

  /** The cells of a table's rows, by the heading of its first column. */
  private Stream<List<String>> rows(String heading) {
    return guide
        .substring(guide.indexOf("\n| " + heading + " |") + 1)
        .lines()
        .takeWhile(line -> line.startsWith("|"))
        .skip(2)
        .map(line -> Arrays.asList(line.split("\\|", -1)));
  }

  private static SortedSet<String> names(List<String> cells, int column) {
    return NAME.matcher(cells.get(column))
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> namesOf(Set<JobState> states) {
    Function<JobState, String> name = JobState::name;
    return states.stream().map(name).collect(Collectors.toCollection(TreeSet::new));
  }
}
