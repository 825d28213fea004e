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
 * A resource of the API and the commands that all resources have in common: list, show, and changes
 * of the items that are named.
 *
 * @param path of its list, such as {@code /queues}
 * @param label what help calls a name or id
 * @param description of the names or ids
 * @param choices what a shell completes names with, or null
 * @param ofTenant whether ids are unique within a tenant only, so that commands take a tenant
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

  /** Lists all items, of which there are few. */
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

  /** Posts to {@code verb} below each named item; the command has the same name. */
  CommandLine post(String verb, String done, String description) {
    return change(
        verb, done, description, (api, item, tenant) -> api.post(tenant.at(item + "/" + verb)));
  }

  CommandLine delete(String name, String done, String description) {
    return change(name, done, description, (api, item, tenant) -> api.delete(tenant.at(item)));
  }

  /** Sets one of the fields that a replacement of the item consists of. */
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

  /** Returns the names that a command built here was given. */
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
