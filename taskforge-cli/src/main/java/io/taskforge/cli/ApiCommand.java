package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonRecord;
import io.taskforge.cli.output.Paint;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** A command that asks an API, of a server or of a store that is opened for it alone. */
abstract class ApiCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private ApiOptions target = new ApiOptions();

  @Option(names = "--json", description = "Print the API's JSON as it is.")
  private boolean json;

  ApiCommand(Console console) {
    this.console = console;
  }

  /** Whether a store that is not there yet is made. */
  boolean makesStore() {
    return false;
  }

  /** Does it, and returns the exit code. */
  abstract int run(ApiClient api);

  @Override
  public final Integer call() {
    try (ApiSession session = target.open(console, makesStore())) {
      return run(session.api());
    } finally {
      console.out().flush();
    }
  }

  /** Applies a change to each id; returns the exit code of the first that failed. */
  int each(List<String> ids, Consumer<String> change) {
    int exitCode = ExitCodes.OK;
    for (String id : ids) {
      try {
        change.accept(id);
      } catch (CommandFailure e) {
        TaskForgeCli.error(console, e.lines());
        exitCode = exitCode == ExitCodes.OK ? e.exitCode() : exitCode;
        if (e.stopsAll()) {
          break;
        }
      }
    }
    return exitCode;
  }

  Console console() {
    return console;
  }

  Paint paint() {
    return new Paint(console.colours());
  }

  boolean json() {
    return json;
  }

  /** Whether a store is worked on directly, so that nothing goes on after the command. */
  boolean onStore() {
    return target.isStore();
  }

  void say(String line) {
    console.out().println(line);
  }

  /** Prints JSON of an answer, on one line that any terminal can show. */
  void sayJson(String text) {
    say(JsonOutput.ascii(text.strip()));
  }

  /** Prints an answer: as it is with {@code --json}, else a line for each key. */
  void sayRecord(ApiAnswer answer) {
    if (json) {
      sayJson(answer.body());
    } else {
      JsonNode object = answer.json();
      JsonRecord.lines(object, console).forEach(this::say);
    }
  }
}
