package io.taskforge.cli.demo;

import io.taskforge.job.JobState;
import tools.jackson.databind.JsonNode;

/** The final state of a story's job. */
record StoryJob(String id, JobState state, int attempts, int lostLeases) {
  static StoryJob of(JsonNode job) {
    return new StoryJob(
        job.path("id").asString(),
        JobState.valueOf(job.path("state").asString()),
        job.path("attempt").asInt(),
        job.path("lostLeases").asInt());
  }
}
