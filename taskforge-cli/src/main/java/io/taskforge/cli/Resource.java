package io.taskforge.cli;

import io.taskforge.cli.ChangeCommand.Change;
import io.taskforge.cli.ItemCommand.Call;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonTable;
import io.taskforge.json.strict.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import tools.jackson.databind.node.ObjectNode;

/**
 * A resource of the API, with the commands that resources have in common: list the items, show an
 * item, set its settings, and change the items given as arguments.
 *
 * @param path the path of its list, such as {@code /queues}
 * @param label the placeholder for a name or id in the help text
 * @param description the description of the names or ids in the help text
 * @param choices the names that shell completion offers, or null
 * @param parameters the query parameters of every request about an item, such as its tenant
 */
record Resource(
    Console console,
    String path,
    String label,
    String description,
    @Nullable Iterable<String> choices,
    List<RequestOption> parameters) {

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

  static CommandLine command(String name, String description, Object command) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(command).name(name);
    spec.usageMessage().description(description);
    return new CommandLine(spec);
  }

  /** Lists all items, every page of them. */
  CommandLine list(String name, String description, JsonTable table, RequestOption... filters) {
    ListCommand command = new ListCommand(this, table, List.of(filters));
    return withOptions(command(name, description, command), List.of(filters));
  }

  /** Lists what is at a sub-path of an item; the command has the same name. */
  CommandLine listOf(String name, String description, JsonTable table) {
    return named(command(name, description, new ItemListCommand(this, name, table)), false);
  }

  CommandLine show(String description) {
    return item("show", description, (api, command, name) -> api.get(command.item(name, "")));
  }

  /** Shows what is at a sub-path of an item; the command has the same name. */
  CommandLine get(String name, String description, RequestOption... query) {
    List<RequestOption> options = List.of(query);
    CommandLine get =
        item(
            name,
            description,
            (api, command, item) -> api.get(command.item(item, "/" + name, options)));
    return withOptions(get, options);
  }

  /** Sends POST to a sub-path of an item and shows the response; for one item at a time. */
  CommandLine postAndShow(String verb, String description) {
    return item(
        verb, description, (api, command, name) -> api.post(command.item(name, "/" + verb)));
  }

  /**
   * Changes settings of an item that the API replaces as a whole.
   *
   * @param creates whether to create an item that does not exist
   * @param settings all fields of a replacement
   */
  CommandLine set(boolean creates, String description, RequestOption... settings) {
    List<RequestOption> options = List.of(settings);
    CommandLine set =
        item(
            "set",
            description,
            (api, command, name) -> {
              ObjectNode changes = command.body(options);
              if (changes.isEmpty()) {
                throw CommandFailure.invalid("give at least one of " + names(options));
              }
              SettingsChange change =
                  new SettingsChange(api, command.item(name, ""), fields(options));
              return creates ? change.ofAny(changes) : change.ofExisting(changes);
            });
    set.getCommandSpec()
        .usageMessage()
        .description(
            description, "Settings that are not given are kept; the value none removes one.");
    return withOptions(set, options);
  }

  private static List<String> fields(List<RequestOption> options) {
    return options.stream().map(RequestOption::field).toList();
  }

  private static String names(List<RequestOption> options) {
    List<String> names = options.stream().map(RequestOption::name).toList();
    int last = names.size() - 1;
    return String.join(", ", names.subList(0, last)) + " and " + names.get(last);
  }

  /** Sends POST to the sub-path {@code verb} of each item; the command has the same name. */
  CommandLine post(String verb, String done, String description, RequestOption... body) {
    List<RequestOption> options = List.of(body);
    return withOptions(
        change(
            verb,
            done,
            description,
            (api, command, name) -> {
              String path = command.item(name, "/" + verb);
              return options.isEmpty() ? api.post(path) : api.post(path, command.body(options));
            }),
        options);
  }

  CommandLine delete(String name, String done, String description, RequestOption... query) {
    List<RequestOption> options = List.of(query);
    return withOptions(
        change(
            name,
            done,
            description,
            (api, command, item) -> api.delete(command.item(item, "", options))),
        options);
  }

  /** Sets one field of each item; {@code settings} are all fields of a replacement. */
  CommandLine set(
      String name, String description, RequestOption[] settings, String field, boolean value) {
    List<String> fields = fields(List.of(settings));
    return change(
        name,
        name + "d",
        description,
        (api, command, item) ->
            new SettingsChange(api, command.item(item, ""), fields)
                .ofExisting(Json.object().put(field, value)));
  }

  private CommandLine item(String name, String description, Call call) {
    return named(command(name, description, new ItemCommand(this, call)), false);
  }

  private CommandLine change(String name, String done, String description, Change change) {
    return named(command(name, description, new ChangeCommand(this, done, change)), true);
  }

  private CommandLine named(CommandLine command, boolean many) {
    command
        .getCommandSpec()
        .addPositional(
            PositionalParamSpec.builder()
                .index(many ? "0..*" : "0")
                .arity(many ? "1..*" : "1")
                .required(true)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel(label)
                .description(description)
                .completionCandidates(choices)
                .build());
    return withOptions(command, parameters);
  }

  private static CommandLine withOptions(CommandLine command, List<RequestOption> options) {
    options.forEach(option -> option.addTo(command.getCommandSpec()));
    return command;
  }
}
