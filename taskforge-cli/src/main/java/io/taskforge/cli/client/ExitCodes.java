package io.taskforge.cli.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** The exit codes of the program. */
public final class ExitCodes {
  public static final int OK = 0;
  public static final int UNEXPECTED = 1;
  public static final int INVALID = 2;
  public static final int NOT_FOUND = 3;
  public static final int CONFLICT = 4;
  public static final int UNREACHABLE = 5;
  public static final int DENIED = 6;
  public static final int CHECK_FAILED = 7;

  private ExitCodes() {}

  /** Returns each code with its meaning, as help lists them. */
  public static Map<String, String> described() {
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put(" " + OK, "success");
    codes.put(" " + UNEXPECTED, "unexpected error");
    codes.put(" " + INVALID, "wrong usage, or the server rejected the request as invalid");
    codes.put(" " + NOT_FOUND, "no such job, queue or preset, or a file that can't be read");
    codes.put(" " + CONFLICT, "not possible in its current state, or the port is in use");
    codes.put(
        " " + UNREACHABLE,
        "the server can't be reached or is unavailable, or the store can't be opened");
    codes.put(" " + DENIED, "the API key is missing, invalid, or does not allow this");
    codes.put(" " + CHECK_FAILED, "the condition of --fail-if is true");
    return codes;
  }
}
