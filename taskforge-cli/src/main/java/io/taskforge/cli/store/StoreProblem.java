package io.taskforge.cli.store;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Turns a failure to open a store into lines for the user. */
public final class StoreProblem {
  private static final int DEEPEST = 20;

  private StoreProblem() {}

  /** Returns the failure's message and, if there is one, the database's own message. */
  public static CommandFailure failure(Exception e) {
    List<String> lines = new ArrayList<>();
    lines.add("the store can't be opened: " + e.getMessage());
    // The message of a connection pool is only a timeout; its last cause has the reason.
    String why = null;
    Throwable cause = e.getCause();
    for (int i = 0; cause != null && i < DEEPEST; i++) {
      why = cause instanceof SQLException ? cause.getMessage() : why;
      cause = cause.getCause();
    }
    if (why != null && !lines.get(0).contains(why)) {
      lines.add("  " + why);
    }
    return CommandFailure.of(lines, ExitCodes.UNREACHABLE);
  }
}
