package io.taskforge.architecture.broken.retry;

import picocli.CommandLine;

/** A retry policy that depends on a library of the command line. */
final class KnowsTheCommandLine {
  final Class<?> library = CommandLine.class;
}
