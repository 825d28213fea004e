package io.taskforge.architecture.broken;

import io.taskforge.cli.TaskForgeCli;

/** Depends on the CLI from outside of it. */
final class UsesTheCli {
  final Class<?> cli = TaskForgeCli.class;
}
