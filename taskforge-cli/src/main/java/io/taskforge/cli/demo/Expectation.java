package io.taskforge.cli.demo;

import io.taskforge.job.JobState;
import java.util.ArrayList;
import java.util.List;

/**
 * The expected end of each job of a story.
 *
 * @param attempts the number of attempts
 * @param lostLeases the number of attempts that lost their lease
 * @param jobs the smallest number of jobs
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

  /** Returns how {@code found} differs from the expectation; empty if it does not. */
  List<String> differences(List<Story.Job> found) {
    List<String> differences = new ArrayList<>();
    if (found.size() < jobs) {
      differences.add("expected %d jobs, found %d".formatted(jobs, found.size()));
    }
    for (Story.Job job : found) {
      compare(differences, "state", state.name(), job.state().name());
      compare(differences, "attempts", attempts, job.attempts());
      compare(differences, "lost leases", lostLeases, job.lostLeases());
    }
    return List.copyOf(differences);
  }

  /**
   * Returns how the endpoint's requests differ from one for each attempt, with one idempotency key
   * for each job.
   */
  static List<String> differencesOfCalls(List<Story.Job> found, int calls, int keys) {
    List<String> differences = new ArrayList<>();
    compare(differences, "calls", found.stream().mapToInt(Story.Job::attempts).sum(), calls);
    compare(differences, "idempotency keys", found.size(), keys);
    return List.copyOf(differences);
  }

  private static void compare(List<String> differences, String what, Object wanted, Object got) {
    if (!wanted.equals(got)) {
      differences.add("expected %s %s, found %s".formatted(what, wanted, got));
    }
  }
}
