package io.taskforge.cli;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.server.http.Limits;
import picocli.CommandLine.Option;

/** The options that say how much of a list to print, as a mixin. */
final class PageOptions {
  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many at most; " + Limits.DEFAULT_PAGE + " by default.")
  private int limit = Limits.DEFAULT_PAGE;

  @Option(names = "--all", description = "All of them, however many.")
  private boolean all;

  int limit() {
    if (limit < 1) {
      throw CommandFailure.invalid("--limit: " + limit + " is not allowed: must be at least 1");
    }
    return all ? Integer.MAX_VALUE : limit;
  }
}
