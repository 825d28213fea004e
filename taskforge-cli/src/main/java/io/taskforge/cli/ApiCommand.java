package io.taskforge.cli;

import static io.taskforge.cli.RequestOption.flag;
import static io.taskforge.cli.RequestOption.option;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.JsonRecord;
import io.taskforge.cli.output.Paint;
import io.taskforge.json.strict.Json;
import io.taskforge.server.http.Limits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A command that calls the API, of a server or of a store that it opens itself. */
@Command
final class ApiCommand implements Callable<Integer> {
  /** What a command does; it returns the exit code. */
  @FunctionalInterface
  interface Action {
    int run(ApiCommand command, ApiClient api);
  }

  private static final RequestOption LIMIT =
      option("--limit", "N", "How many at most; " + Limits.DEFAULT_PAGE + " by default.")
          .type(Integer.class);
  private static final RequestOption ALL = flag("--all", "All of them, however many.");

  /** The options that say how much of a list to print. */
  static final List<RequestOption> PAGE = List.of(LIMIT, ALL);

  private final Console console;
  private final boolean createsStore;
  private final Action action;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ApiOptions target = new ApiOptions();

  @Option(names = "--json", description = "Print the API's JSON.")
  private boolean json;

  private ApiCommand(Console console, boolean createsStore, Action action) {
    this.console = console;
    this.createsStore = createsStore;
    this.action = action;
  }

  /**
   * Declares a command.
   *
   * @param description each line of it is a paragraph of the help
   */
  static CommandLine of(
      Console console,
      String name,
      String description,
      List<RequestOption> options,
      Action action) {
    return of(new ApiCommand(console, false, action), name, description, options);
  }

  /** Declares a command that creates a store that does not exist. */
  static CommandLine creatingStore(
      Console console,
      String name,
      String description,
      List<RequestOption> options,
      Action action) {
    return of(new ApiCommand(console, true, action), name, description, options);
  }

  private static CommandLine of(
      ApiCommand command, String name, String description, List<RequestOption> options) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(command).name(name);
    spec.usageMessage().description(description.split("\n"));
    options.forEach(option -> option.addTo(spec));
    return new CommandLine(spec);
  }

  @Override
  public Integer call() {
    try (ApiSession session = target.open(console, createsStore)) {
      return action.run(this, session.api());
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

  boolean has(RequestOption option) {
    return option.value(spec) != null;
  }

  /** Returns the text of an option or argument that was given. */
  String text(RequestOption option) {
    return (String) Objects.requireNonNull(option.value(spec));
  }

  /** Returns the texts of an argument that takes many. */
  List<String> texts(RequestOption argument) {
    return ((List<?>) Objects.requireNonNull(argument.value(spec)))
        .stream().map(String.class::cast).toList();
  }

  int number(RequestOption option, int otherwise) {
    return (Integer) Objects.requireNonNullElse(option.value(spec), otherwise);
  }

  /** Returns the given ones of these options as query parameters. */
  Map<String, String> query(List<RequestOption> options) {
    Map<String, String> query = new LinkedHashMap<>();
    for (RequestOption option : options) {
      JsonNode value = option.json(spec);
      if (value != null) {
        query.put(option.field(), JsonCell.text(value));
      }
    }
    return query;
  }

  /** Returns the given ones of these options as the fields of a body. */
  ObjectNode body(List<RequestOption> options) {
    ObjectNode body = Json.object();
    for (RequestOption option : options) {
      JsonNode value = option.json(spec);
      if (value != null) {
        body.set(option.field(), value);
      }
    }
    return body;
  }

  /** Returns the largest number of items to print, for a command that has the {@link #PAGE}. */
  int limit() {
    int limit = number(LIMIT, Limits.DEFAULT_PAGE);
    if (limit < 1) {
      throw CommandFailure.invalid("--limit: " + limit + " is not allowed: must be at least 1");
    }
    return has(ALL) ? Integer.MAX_VALUE : limit;
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

  /** Prints a response, as its JSON or one line for each key; returns the exit code. */
  int sayRecord(ApiAnswer answer) {
    if (json) {
      sayJson(answer.body());
    } else {
      JsonRecord.lines(answer.json(), console).forEach(this::say);
    }
    return ExitCodes.OK;
  }
}
