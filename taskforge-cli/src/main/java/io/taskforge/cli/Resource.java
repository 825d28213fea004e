package io.taskforge.cli;

import io.taskforge.cli.ChangeCommand.Change;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonTable;
import io.taskforge.json.strict.Json;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A resource of the API, with the commands that resources have in common: list the items, show an
 * item, and change the items given as arguments.
 *
 * @param path the path of its list, such as {@code /queues}
 * @param label the placeholder for a name or id in the help text
 * @param description the description of the names or ids in the help text
 * @param choices the names that shell completion offers, or null
 * @param ofTenant whether ids are unique per tenant only; if so, commands have a tenant option
 */
record Resource(
    Console console,
    String path,
    String label,
    String description,
    @Nullable Iterable<String> choices,
    boolean ofTenant) {

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
  CommandLine list(String name, String description, JsonTable table) {
    TenantOption tenant = new TenantOption.Filter();
    return withTenant(
        command(name, description, new ListCommand(console, path, table, tenant)), tenant);
  }

  CommandLine show(String description) {
    TenantOption tenant = new TenantOption.Owner();
    CommandLine show = command("show", description, new ShowCommand(console, path, tenant));
    return named(show, tenant, "0", "1");
  }

  /** Sends POST to the sub-path {@code verb} of each item; the command has the same name. */
  CommandLine post(String verb, String done, String description) {
    return change(
        verb, done, description, (api, item, tenant) -> api.post(tenant.at(item + "/" + verb)));
  }

  CommandLine delete(String name, String done, String description) {
    return change(name, done, description, (api, item, tenant) -> api.delete(tenant.at(item)));
  }

  /** Sets one field of each item; {@code fields} are all fields that a PUT request must have. */
  CommandLine set(
      String name, String description, List<String> fields, String field, boolean value) {
    return change(
        name,
        name + "d",
        description,
        (api, item, tenant) ->
            new SettingsChange(api, tenant.at(item), fields)
                .ofExisting(Json.object().put(field, value)));
  }

  private CommandLine change(String name, String done, String description, Change change) {
    TenantOption tenant = new TenantOption.Owner();
    ChangeCommand command = new ChangeCommand(console, path, done, change, tenant);
    return named(command(name, description, command), tenant, "0..*", "1..*");
  }

  private CommandLine named(CommandLine command, TenantOption tenant, String index, String arity) {
    command
        .getCommandSpec()
        .addPositional(
            PositionalParamSpec.builder()
                .index(index)
                .arity(arity)
                .required(true)
                .type(List.class)
                .auxiliaryTypes(String.class)
                .paramLabel(label)
                .description(description)
                .completionCandidates(choices)
                .build());
    return withTenant(command, tenant);
  }

  /** Returns the names or ids that were given as arguments to a command of this class. */
  static List<String> names(CommandSpec spec) {
    return spec.positionalParameters().get(0).getValue();
  }

  private CommandLine withTenant(CommandLine command, TenantOption tenant) {
    if (ofTenant) {
      command.getCommandSpec().addMixin("tenant", CommandSpec.forAnnotatedObject(tenant));
    }
    return command;
  }
}
