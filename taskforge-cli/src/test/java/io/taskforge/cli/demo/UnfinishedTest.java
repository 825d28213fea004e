package io.taskforge.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.job.JobState;
import io.taskforge.job.Transition;
import io.taskforge.json.strict.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnfinishedTest {
  private static Story story(String name, int jobs) {
    return new Story(
        name,
        "",
        null,
        "/",
        Json.object(),
        null,
        Expectation.of(JobState.SUCCEEDED, 1).jobs(jobs),
        "nothing");
  }

  private static Change change(String story, JobState state) {
    return new Change(story, Transition.COMPLETED, state, 1, "", Duration.ZERO, "");
  }

  @Test
  void a_story_ends_when_all_its_jobs_have_ended() {
    Story one = story("one", 1);
    Story two = story("two", 2);
    Unfinished unfinished = new Unfinished(List.of(one, two));

    assertThat(unfinished.without(change("one", JobState.RETRYING))).isNull();
    assertThat(unfinished.without(change("two", JobState.SUCCEEDED))).isNull();
    assertThat(unfinished).hasToString("one, two");

    assertThat(unfinished.without(change("one", JobState.DEAD))).isEqualTo(one);
    assertThat(unfinished.without(change("two", JobState.SUCCEEDED))).isEqualTo(two);
    assertThat(unfinished.isEmpty()).isTrue();
  }

  @Test
  void changes_after_the_end_of_a_story_or_outside_of_one_are_ignored() {
    Unfinished unfinished = new Unfinished(List.of(story("one", 1)));
    unfinished.without(change("one", JobState.FAILED));

    assertThat(unfinished.without(change("one", JobState.SUCCEEDED))).isNull();
    assertThat(unfinished.without(change("stranger", JobState.SUCCEEDED))).isNull();
  }
}
