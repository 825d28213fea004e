package io.taskforge.cli;

import java.util.List;

/** Ends a command with lines for the user and an exit code; never with a stack trace. */
final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> lines;
  private final int exitCode;

  private CommandFailure(List<String> lines, int exitCode) {
    super(String.join("; ", lines));
    this.lines = List.copyOf(lines);
    this.exitCode = exitCode;
  }

  static CommandFailure invalid(String line) {
    return new CommandFailure(List.of(line), ExitCodes.INVALID);
  }

  static CommandFailure invalid(List<String> lines) {
    return new CommandFailure(lines, ExitCodes.INVALID);
  }

  static CommandFailure notFound(String line) {
    return new CommandFailure(List.of(line), ExitCodes.NOT_FOUND);
  }

  static CommandFailure of(List<String> lines, int exitCode) {
    return new CommandFailure(lines, exitCode);
  }

  List<String> lines() {
    return lines;
  }

  int exitCode() {
    return exitCode;
  }

  /** Whether a command that changes several things would fail for each of them. */
  boolean stopsAll() {
    return exitCode == ExitCodes.UNREACHABLE || exitCode == ExitCodes.DENIED;
  }
}
