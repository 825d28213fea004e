package io.taskforge.cli.demo;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The end of a story.
 *
 * @param differences from the expected end; empty if there are none
 */
record Ending(Story story, List<StoryJob> jobs, List<String> differences) {
  Ending {
    jobs = List.copyOf(jobs);
    differences = List.copyOf(differences);
  }

  boolean isAsExpected() {
    return differences.isEmpty();
  }

  /** Returns the distinct states of its jobs. */
  String states() {
    return jobs.stream().map(job -> job.state().name()).distinct().collect(Collectors.joining(" "));
  }

  /** Returns the attempts of each of its jobs. */
  String attempts() {
    return jobs.stream()
        .map(job -> Integer.toString(job.attempts()))
        .collect(Collectors.joining("+"));
  }
}
