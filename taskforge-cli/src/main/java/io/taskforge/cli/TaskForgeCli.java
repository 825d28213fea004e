package io.taskforge.cli;

import io.taskforge.TaskForgeVersion;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.server.config.Settings;
import io.taskforge.text.PrintableText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Runs the command line, from arguments to exit code. To add a command, write a {@code *Command}
 * class and register it in {@link #commands}, or declare it in {@link ApiCommands} if it calls the
 * API.
 */
public final class TaskForgeCli {
  private TaskForgeCli() {}

  /** Runs one command and returns the process's exit code; writes to {@code console} only. */
  public static int run(Console console, String... args) {
    Map<String, Supplier<Object>> all = commands(console);
    String name = args.length == 0 ? "" : args[0];
    // Declaring a command takes picocli milliseconds, so only the one that runs is declared.
    Supplier<Object> one = all.get(name);
    return commandLine(console, one == null ? all : Map.of(name, one)).execute(args);
  }

  static CommandLine commandLine(Console console) {
    return commandLine(console, commands(console));
  }

  /** Returns the top-level commands by name, in the order of the help. */
  private static Map<String, Supplier<Object>> commands(Console console) {
    Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
    commands.put("policy", () -> policies(console));
    commands.put(
        "schema",
        () ->
            Resource.group(
                "schema",
                "Shows and contracts the tables that job stores need.",
                new SchemaPrintCommand(console),
                new SchemaContractCommand(console)));
    commands.put("simulate", () -> new SimulateCommand(console));
    commands.put(
        "chaos",
        () ->
            Resource.group(
                "chaos",
                "Tests TaskForge under faults.",
                new ChaosSimulateCommand(console),
                new BenchModuleCommand.Chaos(),
                new BenchModuleCommand.Upgrade(),
                new BenchModuleCommand.PowerCut(),
                new BenchModuleCommand.Cluster()));
    commands.put("server", () -> server(console));
    new ApiCommands(console).addTo(commands);
    commands.put("completion", () -> new CompletionCommand(console));
    commands.put("demo", () -> new DemoCommand(console));
    commands.put("demo-worker", () -> new DemoWorkerCommand(console));
    return commands;
  }

  private static CommandLine policies(Console console) {
    return Resource.group(
        "policy",
        "Lists, shows, checks, sets and deletes retry policies.",
        new PolicyListCommand(console),
        new PolicyShowCommand(console),
        new PolicyValidateCommand(console),
        PolicySetCommand.of(console),
        Resource.of(console, "/policies", "NAME", "The policies' names.")
            .delete("delete", "deleted", "Deletes named policies that no queue refers to."));
  }

  private static CommandLine commandLine(Console console, Map<String, Supplier<Object>> commands) {
    CommandLine root = new CommandLine(new Program());
    commands.forEach((name, command) -> root.addSubcommand(name, command.get()));
    // After the subcommands: these setters apply to the subcommands that exist.
    // @FILE is a value of some options, not a file of arguments.
    root.setExpandAtFiles(false);
    root.setOut(console.out());
    root.setErr(console.err());
    root.setColorScheme(Help.defaultColorScheme(console.colours() ? Ansi.ON : Ansi.OFF));
    root.setUsageHelpWidth(helpWidth(console));
    root.setExecutionStrategy(TaskForgeCli::execute);
    root.setParameterExceptionHandler((e, given) -> misused(e, console));
    root.setExecutionExceptionHandler((e, command, result) -> failed(e, console));
    describeExitCodes(root);
    return root;
  }

  /** Returns the width of help on this console: the terminal's, within reason. */
  private static int helpWidth(Console console) {
    return console.isTerminal() ? Math.max(60, Math.min(console.width(), 100)) : 80;
  }

  private static CommandLine server(Console console) {
    CommandLine server = new CommandLine(new ServerCommand(console));
    String[] settings =
        Settings.described().stream()
            .map(line -> "  " + line.replace("%", "%%"))
            .toArray(String[]::new);
    server
        .getCommandSpec()
        .usageMessage()
        .footerHeading(
            "%nSettings in the --config file. Environment variables set them too: shutdownGrace is"
                + " TASKFORGE_SHUTDOWN_GRACE.%n")
        .footer(settings);
    return server;
  }

  private static void describeExitCodes(CommandLine root) {
    root.getCommandSpec()
        .usageMessage()
        .exitCodeListHeading("%nExit codes:%n")
        .exitCodeList(ExitCodes.described());
  }

  private static int execute(ParseResult parsed) {
    // An argument from an unset variable of a script must not succeed.
    for (CommandLine command : parsed.asCommandLineList()) {
      for (ArgSpec argument : command.getParseResult().matchedArgs()) {
        if (argument.arity().max() > 0
            && argument.stringValues().stream().anyMatch(String::isBlank)) {
          throw new ParameterException(command, name(argument) + " must not be empty");
        }
      }
    }
    return new RunLast().execute(parsed);
  }

  private static String name(ArgSpec argument) {
    return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
  }

  private static int misused(ParameterException e, Console console) {
    error(console, List.of(String.valueOf(e.getMessage())));
    CommandLine command = e.getCommandLine();
    if (!command.getSubcommands().isEmpty()) {
      command.usage(console.err(), command.getColorScheme());
    } else {
      UnmatchedArgumentException.printSuggestions(e, console.err());
      console.err().println("see " + command.getCommandSpec().qualifiedName() + " --help");
    }
    return ExitCodes.INVALID;
  }

  private static int failed(Exception e, Console console) {
    if (e instanceof CommandFailure failure) {
      error(console, failure.lines());
      return failure.exitCode();
    }
    error(console, List.of("unexpected " + e));
    return ExitCodes.UNEXPECTED;
  }

  static void error(Console console, List<String> lines) {
    Ansi ansi = console.colours() ? Ansi.ON : Ansi.OFF;
    console.err().print(ansi.string("@|bold,red taskforge:|@ "));
    lines.forEach(line -> console.err().println(PrintableText.escaped(line)));
    console.err().flush();
  }

  @Command(
      name = "taskforge",
      description = "Durable background jobs that fail well.",
      versionProvider = Version.class,
      synopsisSubcommandLabel = "COMMAND")
  static final class Program {
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

  /** The program's version, and the Java that runs it. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "taskforge %s, Java %s"
            .formatted(TaskForgeVersion.get(), System.getProperty("java.version"))
      };
    }
  }
}
