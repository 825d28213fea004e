package io.taskforge.cli;

import io.taskforge.cli.ChangeCommand.Change;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Makes the commands that differ in path, words and columns only. */
final class CommandShapes {
  private final Console console;

  CommandShapes(Console console) {
    this.console = console;
  }

  /** A command that only has subcommands. */
  static CommandLine group(String name, String description) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.usageMessage().description(description).synopsisSubcommandLabel("COMMAND");
    return new CommandLine(spec);
  }

  /** Lists all things below a path, of which there are few. */
  CommandLine list(String name, String description, String path, JsonTable table) {
    ListCommand command = new ListCommand(console, path, table, path.substring(1));
    return new CommandLine(described(name, description, command));
  }

  /** Shows one thing below a path. */
  CommandLine show(String description, String path, Names names) {
    CommandSpec spec = described("show", description, new ShowCommand(console, path));
    names.one(spec);
    return new CommandLine(spec);
  }

  /** Does one thing to each of the things that are named. */
  Changing change(String name, String description, Names names) {
    return (done, change) -> {
      CommandSpec spec = described(name, description, new ChangeCommand(console, done, change));
      names.many(spec);
      return new CommandLine(spec);
    };
  }

  /** A change that still lacks what it does. */
  @FunctionalInterface
  interface Changing {
    CommandLine by(String done, Change change);
  }

  /** Lets a list be narrowed to one tenant. */
  static CommandLine ofTenant(CommandLine command) {
    TenantOption.addTo(command.getCommandSpec(), "Only those of this tenant.");
    return command;
  }

  /** Lets the tenant be named: ids are unique within a tenant only. */
  static CommandLine owned(CommandLine command) {
    TenantOption.addTo(command.getCommandSpec(), "The tenant that owns it; default if not given.");
    return command;
  }

  static CommandSpec described(String name, String description, Object command) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(command).name(name);
    spec.usageMessage().description(description);
    return spec;
  }
}
