package io.taskforge.architecture.broken;

import io.taskforge.server.cli.TaskForgeCli;

/** Stands outside the server and depends on it. */
final class OutwardArrow {
  final Class<?> server = TaskForgeCli.class;
}
