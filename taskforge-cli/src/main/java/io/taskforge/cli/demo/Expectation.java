package io.taskforge.cli.demo;

import io.taskforge.job.JobState;
import java.util.ArrayList;
import java.util.List;

/**
 * How each job of a story should end.
 *
 * @param attempts how often it was started
 * @param lostLeases how many of those lost their worker
 * @param jobs how many jobs there are at least
 */
record Expectation(JobState state, int attempts, int lostLeases, int jobs) {
  static Expectation of(JobState state, int attempts) {
    return new Expectation(state, attempts, 0, 1);
  }

  Expectation lostLeases(int number) {
    return new Expectation(state, attempts, number, jobs);
  }

  Expectation jobs(int number) {
    return new Expectation(state, attempts, lostLeases, number);
  }

  /** Returns in what {@code found} is not as it should be; nothing if it is. */
  List<String> differences(List<StoryJob> found) {
    List<String> differences = new ArrayList<>();
    if (found.size() < jobs) {
      differences.add("expected %d jobs, found %d".formatted(jobs, found.size()));
    }
    for (StoryJob job : found) {
      compare(differences, "state", state.name(), job.state().name());
      compare(differences, "attempts", attempts, job.attempts());
      compare(differences, "lost leases", lostLeases, job.lostLeases());
    }
    return List.copyOf(differences);
  }

  /**
   * Returns in what the endpoint was not called as it should be: once for each attempt, with one
   * idempotency key for each job.
   */
  static List<String> differencesOfCalls(List<StoryJob> found, int calls, int keys) {
    List<String> differences = new ArrayList<>();
    compare(differences, "calls", found.stream().mapToInt(StoryJob::attempts).sum(), calls);
    compare(differences, "idempotency keys", found.size(), keys);
    return List.copyOf(differences);
  }

  private static void compare(List<String> differences, String what, Object wanted, Object got) {
    if (!wanted.equals(got)) {
      differences.add("expected %s %s, found %s".formatted(what, wanted, got));
    }
  }
}
