package io.taskforge.cli.client;

import java.util.List;

/** Ends a command with error lines and an exit code, without a stack trace. */
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> lines;
  private final int exitCode;

  private CommandFailure(List<String> lines, int exitCode) {
    super(String.join("; ", lines));
    this.lines = List.copyOf(lines);
    this.exitCode = exitCode;
  }

  public static CommandFailure invalid(String line) {
    return new CommandFailure(List.of(line), ExitCodes.INVALID);
  }

  public static CommandFailure invalid(List<String> lines) {
    return new CommandFailure(lines, ExitCodes.INVALID);
  }

  public static CommandFailure notFound(String line) {
    return new CommandFailure(List.of(line), ExitCodes.NOT_FOUND);
  }

  public static CommandFailure of(List<String> lines, int exitCode) {
    return new CommandFailure(lines, exitCode);
  }

  public List<String> lines() {
    return lines;
  }

  public int exitCode() {
    return exitCode;
  }

  /** Whether a command that changes several things would fail for each of them. */
  public boolean stopsAll() {
    return exitCode == ExitCodes.UNREACHABLE || exitCode == ExitCodes.DENIED;
  }
}
