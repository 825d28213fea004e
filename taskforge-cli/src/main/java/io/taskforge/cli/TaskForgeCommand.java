package io.taskforge.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

@Command(
    name = "taskforge",
    description = "Durable background jobs that fail well.",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
final class TaskForgeCommand {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version and exit.")
  boolean version;
}
