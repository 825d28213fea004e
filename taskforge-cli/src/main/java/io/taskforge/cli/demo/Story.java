package io.taskforge.cli.demo;

import io.taskforge.job.JobState;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A scenario of the demo.
 *
 * @param name also the tenant of its jobs
 * @param about what the endpoint does
 * @param path the path that it calls at the endpoint, or null if a worker process runs it
 * @param route the API path for {@code request}
 * @param request its job or schedule
 * @param whenOver the API path to post to after its end, or null
 * @param expected its expected end
 * @param notice what the result shows
 */
record Story(
    String name,
    String about,
    @Nullable String path,
    String route,
    JsonNode request,
    @Nullable String whenOver,
    Expectation expected,
    String notice) {
  /** The final state of a story's job. */
  record Job(String id, JobState state, int attempts, int lostLeases) {
    static Job of(JsonNode job) {
      return new Job(
          job.path("id").asString(),
          JobState.valueOf(job.path("state").asString()),
          job.path("attempt").asInt(),
          job.path("lostLeases").asInt());
    }
  }

  /**
   * The end of a story.
   *
   * @param differences from the expected end; empty if there are none
   */
  record Ending(Story story, List<Job> jobs, List<String> differences) {
    Ending {
      jobs = List.copyOf(jobs);
      differences = List.copyOf(differences);
    }

    /** Returns the distinct states of its jobs. */
    String states() {
      return jobs.stream()
          .map(job -> job.state().name())
          .distinct()
          .collect(Collectors.joining(" "));
    }

    /** Returns the attempts of each of its jobs. */
    String attempts() {
      return jobs.stream()
          .map(job -> Integer.toString(job.attempts()))
          .collect(Collectors.joining("+"));
    }
  }
}
