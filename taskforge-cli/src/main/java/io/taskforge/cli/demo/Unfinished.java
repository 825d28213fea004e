package io.taskforge.cli.demo;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The stories that are not over yet: a job of theirs is still to end. */
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

  /** Takes note of a change; returns the story that is over with it, or null. */
  @Nullable Story without(Change change) {
    String name = change.story();
    if (!change.state().isFinal() || !jobs.containsKey(name)) {
      return null;
    }
    Integer left = jobs.computeIfPresent(name, (key, number) -> number > 1 ? number - 1 : null);
    return left == null ? stories.get(name) : null;
  }

  /** Their names. */
  @Override
  public String toString() {
    return String.join(", ", jobs.keySet());
  }
}
