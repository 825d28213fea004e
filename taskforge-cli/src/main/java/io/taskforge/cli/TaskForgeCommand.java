package io.taskforge.cli;

import io.taskforge.server.ProgramVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

@Command(
    name = "taskforge",
    description = "Durable background jobs that fail well.",
    versionProvider = TaskForgeCommand.Version.class,
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

  /** The program's version, and the Java that runs it. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "taskforge %s, Java %s".formatted(ProgramVersion.get(), System.getProperty("java.version"))
      };
    }
  }
}
