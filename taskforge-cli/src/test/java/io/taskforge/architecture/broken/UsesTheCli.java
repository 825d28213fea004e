package io.taskforge.architecture.broken;

import io.taskforge.cli.TaskForgeCli;

/** Is outside the CLI and depends on it. */
final class UsesTheCli {
  final Class<?> cli = TaskForgeCli.class;
}
