package io.taskforge.spring;

import io.taskforge.TaskForgeBuilder;

/**
 * Changes how the application's TaskForge is built, for what has no property: a failure classifier,
 * listeners, follow-ups. Beans of this type are applied in their order, after the properties.
 */
@FunctionalInterface
public interface TaskForgeCustomizer {
  /** Changes the builder, which has the settings of the properties already. */
  void customize(TaskForgeBuilder builder);
}
