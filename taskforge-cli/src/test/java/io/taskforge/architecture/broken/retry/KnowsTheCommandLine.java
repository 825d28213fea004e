package io.taskforge.architecture.broken.retry;

import picocli.CommandLine;

/** A retry policy that knows of a library it has no business with. */
final class KnowsTheCommandLine {
  final Class<?> library = CommandLine.class;
}
