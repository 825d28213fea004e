package io.taskforge.cli.demo;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stories that have not ended yet. */
final class Unfinished {
  private final Map<String, Story> stories = new LinkedHashMap<>();
  private final Map<String, Integer> jobs = new LinkedHashMap<>();

  Unfinished(List<Story> all) {
    for (Story story : all) {
      stories.put(story.name(), story);
      jobs.put(story.name(), story.expected().jobs());
    }
  }

  boolean isEmpty() {
    return jobs.isEmpty();
  }

  /** Applies a change; returns the story that ended with it, or null. */
  @Nullable Story without(Change change) {
    String name = change.story();
    if (!change.state().isFinal() || !jobs.containsKey(name)) {
      return null;
    }
    Integer left = jobs.computeIfPresent(name, (key, number) -> number > 1 ? number - 1 : null);
    return left == null ? stories.get(name) : null;
  }

  /** Returns the names of the stories. */
  @Override
  public String toString() {
    return String.join(", ", jobs.keySet());
  }
}
