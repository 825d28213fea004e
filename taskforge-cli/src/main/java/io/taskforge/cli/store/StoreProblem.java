package io.taskforge.cli.store;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Why a store can't be opened, in lines for the user. */
public final class StoreProblem {
  private static final int DEEPEST = 20;

  private StoreProblem() {}

  /** Says what was tried, and below it what the database itself had to say, if anything. */
  public static CommandFailure failure(Exception e) {
    List<String> lines = new ArrayList<>();
    lines.add("the store can't be opened: " + e.getMessage());
    // A pool only says that it waited in vain; why is told by the last of its causes.
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
