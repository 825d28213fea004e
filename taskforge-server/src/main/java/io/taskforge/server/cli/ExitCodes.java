package io.taskforge.server.cli;

/** What the program's exit codes mean. */
final class ExitCodes {
  static final int OK = 0;
  static final int UNEXPECTED = 1;
  static final int INVALID = 2;
  static final int NOT_FOUND = 3;
  static final int CONFLICT = 4;
  static final int UNREACHABLE = 5;

  private ExitCodes() {}
}
