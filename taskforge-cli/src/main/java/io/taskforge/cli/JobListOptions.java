package io.taskforge.cli;

import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that list jobs, as a mixin. */
final class JobListOptions {
  @Mixin private JobFilter filter = new JobFilter();
  @Mixin private PageOptions page = new PageOptions();

  @Option(names = "--payload", description = "With --json: include payload and result of each.")
  private boolean payload;

  int limit() {
    return page.limit();
  }

  Map<String, String> query() {
    Map<String, String> query = filter.parameters();
    if (payload) {
      query.put("payload", "true");
    }
    return query;
  }
}
