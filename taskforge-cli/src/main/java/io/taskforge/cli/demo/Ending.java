package io.taskforge.cli.demo;

import java.util.List;
import java.util.stream.Collectors;

/**
 * How a story ended.
 *
 * @param differences from how it should have; nothing if it went as told
 */
record Ending(Story story, List<StoryJob> jobs, List<String> differences) {
  Ending {
    jobs = List.copyOf(jobs);
    differences = List.copyOf(differences);
  }

  boolean isAsTold() {
    return differences.isEmpty();
  }

  /** The states of its jobs; one that several are in is named once. */
  String states() {
    return jobs.stream().map(job -> job.state().name()).distinct().collect(Collectors.joining(" "));
  }

  /** The attempts of each of its jobs. */
  String attempts() {
    return jobs.stream()
        .map(job -> Integer.toString(job.attempts()))
        .collect(Collectors.joining("+"));
  }
}
