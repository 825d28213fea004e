package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.Progress;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.text.PrintableText;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** Polls a redrive until it is done, and shows its progress. */
record RedriveWatch(ApiCommand command, ApiClient api) {
  private static final Duration APART = Duration.ofMillis(500);
  private static final String AT_WORK = "RUNNING";

  /**
   * Shows a redrive until it is done. A halted redrive is a failure, and so is a job that was not
   * moved if the jobs were {@code named}.
   */
  int follow(String id, boolean named) {
    String path = "/redrives/" + ApiClient.segment(id);
    Thread farewell = new Thread(() -> farewell(id), "taskforge-farewell");
    Runtime.getRuntime().addShutdownHook(farewell);
    try {
      ApiAnswer answer = untilDone(path);
      command.sayRecord(answer);
      String state = JsonCell.text(answer.json().path("state"));
      boolean left = count(answer.json(), "skipped") + count(answer.json(), "failed") > 0;
      return state.equals("HALTED") || (named && left) ? ExitCodes.CONFLICT : ExitCodes.OK;
    } finally {
      forget(farewell);
    }
  }

  private ApiAnswer untilDone(String path) {
    ApiAnswer answer = api.get(path);
    Progress progress =
        new Progress(
            command.console(),
            EngineEnvironment.production().ticker(),
            "redriven",
            count(answer.json(), "matched"));
    while (isAtWork(answer.json())) {
      progress.at(done(answer.json()));
      Pause.of(APART);
      answer = api.get(path);
    }
    progress.end(done(answer.json()));
    return answer;
  }

  private static boolean isAtWork(JsonNode redrive) {
    return redrive.path("finishedAt").isNull()
        || JsonCell.text(redrive.path("state")).equals(AT_WORK);
  }

  private static long done(JsonNode redrive) {
    return count(redrive, "moved") + count(redrive, "skipped") + count(redrive, "failed");
  }

  /** Returns a count of the redrive, or of its counts object; counts by reason are added up. */
  private static long count(JsonNode redrive, String key) {
    JsonNode node = redrive.has(key) ? redrive.path(key) : redrive.path("counts").path(key);
    if (node.isObject()) {
      return node.valueStream().mapToLong(part -> part.asLong(0)).sum();
    }
    return node.asLong(0);
  }

  private void farewell(String id) {
    command.console().err().println();
    command
        .console()
        .err()
        .println(
            "the redrive continues on the server. To follow it: ./taskforge dlq progress %1$s. To stop it: ./taskforge dlq stop %1$s"
                .formatted(PrintableText.escaped(id)));
    command.console().err().flush();
  }

  private static void forget(Thread farewell) {
    try {
      Runtime.getRuntime().removeShutdownHook(farewell);
    } catch (IllegalStateException e) {
      // The JVM is shutting down, and the hook runs.
    }
  }
}
