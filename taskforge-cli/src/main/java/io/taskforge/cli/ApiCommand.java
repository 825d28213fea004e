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

/** A command that calls the API, of a server or of a store that it opens itself. */
abstract class ApiCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private ApiOptions target = new ApiOptions();

  @Option(names = "--json", description = "Print the API's JSON.")
  private boolean json;

  ApiCommand(Console console) {
    this.console = console;
  }

  /** Whether the command creates a store that does not exist. */
  boolean createsStore() {
    return false;
  }

  /** Runs the command and returns the exit code. */
  abstract int run(ApiClient api);

  @Override
  public final Integer call() {
    try (ApiSession session = target.open(console, createsStore())) {
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

  /** Whether the command opened a store, so that no server continues its work. */
  boolean onStore() {
    return target.isStore();
  }

  void say(String line) {
    console.out().println(line);
  }

  /** Prints JSON of a response as one line of ASCII. */
  void sayJson(String text) {
    say(JsonOutput.ascii(text.strip()));
  }

  /** Prints a response: its JSON with {@code --json}, otherwise one line for each key. */
  void sayRecord(ApiAnswer answer) {
    if (json) {
      sayJson(answer.body());
    } else {
      JsonNode object = answer.json();
      JsonRecord.lines(object, console).forEach(this::say);
    }
  }
}
