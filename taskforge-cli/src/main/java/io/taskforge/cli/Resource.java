package io.taskforge.cli;

import static io.taskforge.cli.RequestOption.argument;
import static io.taskforge.cli.RequestOption.join;

import io.taskforge.cli.ApiCommand.Action;
import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.JsonTable;
import io.taskforge.json.strict.Json;
import io.taskforge.text.PrintableText;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A resource of the API, with the commands that resources have in common: list the items, show an
 * item, set its settings, and change the items given as arguments.
 *
 * @param path the path of its list, such as {@code /queues}
 * @param item the argument for the name or id of an item
 * @param parameters the query parameters of every request about an item, such as its tenant
 */
record Resource(Console console, String path, RequestOption item, List<RequestOption> parameters) {
  /** A request about the item of this name. */
  @FunctionalInterface
  interface Call {
    ApiAnswer send(ApiCommand command, ApiClient api, String name);
  }

  /** Says what was done to the item of this name. */
  @FunctionalInterface
  interface Report {
    String of(ApiCommand command, String name, ApiAnswer answer);
  }

  static Resource of(Console console, String path, String label, String description) {
    return new Resource(console, path, argument(label, description), List.of());
  }

  /** Returns this resource with query parameters of every request about an item. */
  Resource with(RequestOption... query) {
    return new Resource(console, path, item, List.of(query));
  }

  /** Creates a command that only has subcommands. */
  static CommandLine group(String name, String description, Object... subcommands) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().description(description).synopsisSubcommandLabel("COMMAND");
    return with(new CommandLine(spec), subcommands);
  }

  static CommandLine with(CommandLine command, Object... subcommands) {
    for (Object subcommand : subcommands) {
      command.addSubcommand(subcommand);
    }
    return command;
  }

  /** Returns this resource with another description of its argument. */
  Resource describing(String description) {
    return new Resource(console, path, item.description(description), parameters);
  }

  /** Lists all items, every page of them. */
  private CommandLine list(
      String name, String description, JsonTable table, RequestOption... filters) {
    List<RequestOption> options = List.of(filters);
    Action action =
        (command, api) ->
            new Pages(api, path, command.query(options), false)
                .print(command, table, Integer.MAX_VALUE, noun());
    return ApiCommand.of(console, name, description, options, action);
  }

  /** Creates the command with the resource's name; it lists all items, as its subcommand does. */
  CommandLine group(String description, String list, JsonTable table, RequestOption... filters) {
    return with(
        list(path.substring(1), description, table, filters), list("list", list, table, filters));
  }

  /** Lists the items up to a limit. */
  CommandLine pages(String name, String description, JsonTable table, List<RequestOption> filters) {
    return pages(name, description, table, noun(), filters);
  }

  CommandLine pages(
      String name, String description, JsonTable table, String noun, List<RequestOption> filters) {
    Action action =
        (command, api) ->
            new Pages(api, path, command.query(filters))
                .print(command, table, command.limit(), noun);
    return ApiCommand.of(console, name, description, join(filters, ApiCommand.PAGE), action);
  }

  private String noun() {
    return path.substring(1).replace('-', ' ');
  }

  /** Lists what is at a sub-path of an item; the command has the same name. */
  CommandLine listOf(String name, String description, JsonTable table) {
    List<RequestOption> options = join(join(parameters, item), ApiCommand.PAGE);
    Action action =
        (command, api) -> {
          String list = path + "/" + ApiClient.segment(command.text(item)) + "/" + name;
          return new Pages(api, list, command.query(parameters))
              .print(command, table, command.limit(), name);
        };
    return ApiCommand.of(console, name, description, options, action);
  }

  CommandLine show(String description) {
    Call call = (command, api, name) -> api.get(at(command, name, ""));
    return item("show", description, List.of(), call);
  }

  /** Shows what is at a sub-path of an item; the command has the same name. */
  CommandLine get(String name, String description, RequestOption... query) {
    Call call = (command, api, item) -> api.get(at(command, item, "/" + name, query));
    return item(name, description, List.of(query), call);
  }

  /** Sends POST to a sub-path of an item and shows the response; for one item at a time. */
  CommandLine postAndShow(String verb, String description) {
    Call call = (command, api, name) -> api.post(at(command, name, "/" + verb));
    return item(verb, description, List.of(), call);
  }

  /** Creates an item from the arguments and options, and shows it. */
  CommandLine create(String description, RequestOption... fields) {
    List<RequestOption> options = List.of(fields);
    Action action = (command, api) -> command.sayRecord(api.post(path, command.body(options)));
    return ApiCommand.of(console, "create", description, options, action);
  }

  /** Changes settings of an item; the value {@code none} removes one. */
  CommandLine set(boolean creates, String description, List<RequestOption> settings) {
    String note = "\nSettings that are not given are kept; the value none removes one.";
    return replace(creates, description + note, settings);
  }

  /**
   * Changes fields of an item that the API replaces as a whole.
   *
   * @param creates whether to create an item that does not exist
   * @param fields all fields of a replacement
   */
  CommandLine replace(boolean creates, String description, List<RequestOption> fields) {
    Call call =
        (command, api, name) -> {
          ObjectNode changes = command.body(fields);
          if (changes.isEmpty()) {
            throw CommandFailure.invalid("give at least one of " + names(fields));
          }
          return replace(command, api, name, fields, creates, changes);
        };
    return item("set", description, fields, call);
  }

  private static String names(List<RequestOption> options) {
    List<String> names = options.stream().map(RequestOption::name).toList();
    int last = names.size() - 1;
    return String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  /**
   * Changes some fields of an item that the API replaces as a whole: reads it, and writes it back
   * with the changes, with optimistic locking.
   */
  private ApiAnswer replace(
      ApiCommand command,
      ApiClient api,
      String name,
      List<RequestOption> settings,
      boolean creates,
      ObjectNode changes) {
    String path = at(command, name, "");
    JsonNode before =
        creates ? api.find(path).map(ApiAnswer::json).orElse(Json.object()) : api.get(path).json();
    ObjectNode after = Json.object();
    for (RequestOption setting : settings) {
      String field = setting.field();
      JsonNode value = changes.has(field) ? changes.get(field) : before.path(field);
      if (!value.isNull() && !value.isMissingNode()) {
        after.set(field, value);
      }
    }
    return api.put(path, after, before.path("version").asLong(0));
  }

  /** Sends POST to the sub-path {@code verb} of each item; the command has the same name. */
  CommandLine post(String verb, String done, String description, RequestOption... body) {
    List<RequestOption> options = List.of(body);
    Call call =
        (command, api, name) -> {
          String path = at(command, name, "/" + verb);
          return options.isEmpty() ? api.post(path) : api.post(path, command.body(options));
        };
    return change(verb, done, description, options, call);
  }

  CommandLine delete(String name, String done, String description, RequestOption... query) {
    Call call = (command, api, item) -> api.delete(at(command, item, "", query));
    return change(name, done, description, List.of(query), call);
  }

  /** Sets one field of each item; {@code settings} are all fields of a replacement. */
  CommandLine set(
      String name, String description, List<RequestOption> settings, String field, boolean value) {
    ObjectNode changes = Json.object().put(field, value);
    Call call = (command, api, item) -> replace(command, api, item, settings, false, changes);
    return change(name, name + "d", description, List.of(), call);
  }

  private CommandLine item(
      String name, String description, List<RequestOption> options, Call call) {
    List<RequestOption> all = join(join(options, parameters), item);
    Action action =
        (command, api) -> command.sayRecord(call.send(command, api, command.text(item)));
    return ApiCommand.of(console, name, description, all, action);
  }

  private CommandLine change(
      String name, String done, String description, List<RequestOption> options, Call call) {
    Report report = (command, id, answer) -> changed(command, done, id, answer);
    return change(name, description, options, call, report);
  }

  /** Changes each of the named items; a failure does not stop the others. */
  CommandLine change(
      String name, String description, List<RequestOption> options, Call call, Report report) {
    RequestOption items = item.many("1..*");
    Action action =
        (command, api) ->
            command.each(
                command.texts(items),
                id -> {
                  ApiAnswer answer = call.send(command, api, id);
                  if (!command.json()) {
                    command.say(PrintableText.escaped(id) + "  " + report.of(command, id, answer));
                  } else if (!answer.body().isBlank()) {
                    command.sayJson(answer.body());
                  }
                });
    return ApiCommand.of(
        console, name, description, join(join(options, parameters), items), action);
  }

  private static String changed(ApiCommand command, String done, String id, ApiAnswer answer) {
    JsonNode after = answer.body().isBlank() ? Json.object() : answer.json();
    String state = JsonCell.shown(after.path("state"), 20);
    String made = JsonCell.text(after.path("id"));
    boolean madeJob = !made.isEmpty() && !made.equals(id);
    if (answer.isPending() && !madeJob) {
      return "will be " + done + " when its worker responds";
    }
    return done
        + (madeJob ? ": job " + PrintableText.escaped(made) : "")
        + (state.equals(JsonCell.NOTHING) ? "" : ", now " + command.paint().state(state, state));
  }

  /** Returns the path of an item, or of something below it, with its parameters and these. */
  private String at(ApiCommand command, String name, String below, RequestOption... more) {
    Map<String, String> query = command.query(join(parameters, more));
    return ApiClient.withQuery(path + "/" + ApiClient.segment(name) + below, query);
  }
}
