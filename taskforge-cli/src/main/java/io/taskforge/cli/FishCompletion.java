package io.taskforge.cli;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The completion script for fish, which picocli does not generate. */
final class FishCompletion {
  private static final Pattern FILE = Pattern.compile("(.*\\|)?(FILE|DIR)");
  private static final String FUNCTION =
      """
      # Whether the command that is typed so far is $argv[1].
      function __taskforge_at
          set -l path ''
          for word in (commandline -opc)[2..]
              if contains -- (string trim -- "$path $word") $__taskforge_commands
                  set path (string trim -- "$path $word")
              end
          end
          test "$path" = "$argv[1]"
      end

      complete -c taskforge -f
      """;

  private FishCompletion() {}

  static String script(CommandLine program) {
    List<CommandLine> commands = commands(program).toList();
    return commands.stream()
            .skip(1)
            .map(command -> quoted(path(command)))
            .collect(Collectors.joining(" ", "set -g __taskforge_commands ", "\n\n"))
        + FUNCTION
        + commands.stream()
            .flatMap(command -> completions(command).map(line -> condition(command) + line + "\n"))
            .collect(Collectors.joining());
  }

  private static Stream<CommandLine> commands(CommandLine command) {
    return Stream.concat(
        Stream.of(command), visible(command).stream().flatMap(FishCompletion::commands));
  }

  private static Collection<CommandLine> visible(CommandLine command) {
    return command.getSubcommands().values().stream()
        .filter(sub -> !sub.getCommandSpec().usageMessage().hidden())
        .toList();
  }

  /** Returns the words that call a command, without the program's name. */
  private static String path(CommandLine command) {
    return command.getCommandSpec().qualifiedName().replaceFirst("^taskforge ?", "");
  }

  private static String condition(CommandLine command) {
    return "complete -c taskforge -n " + quoted("__taskforge_at '" + path(command) + "'");
  }

  private static Stream<String> completions(CommandLine command) {
    return Stream.of(
            visible(command).stream().map(FishCompletion::subcommand),
            command.getCommandSpec().options().stream().map(FishCompletion::option),
            command.getCommandSpec().positionalParameters().stream().map(FishCompletion::argument))
        .flatMap(lines -> lines);
  }

  private static String subcommand(CommandLine command) {
    String[] description = command.getCommandSpec().usageMessage().description();
    return " -a " + command.getCommandName() + " -d " + quoted(description[0]);
  }

  private static String option(OptionSpec option) {
    String names =
        Stream.of(option.names())
            .map(name -> name.replaceFirst("^--", " -l ").replaceFirst("^-", " -s "))
            .collect(Collectors.joining());
    String value = option.arity().max() == 0 ? "" : " -r" + (isFile(option) ? "" : " -f");
    return names + value + words(option) + " -d " + quoted(option.description()[0]);
  }

  private static String argument(PositionalParamSpec argument) {
    return words(argument) + (isFile(argument) ? " -F" : "");
  }

  private static boolean isFile(ArgSpec argument) {
    return FILE.matcher(argument.paramLabel()).matches();
  }

  private static String words(ArgSpec argument) {
    Iterable<String> candidates = argument.completionCandidates();
    return candidates == null
        ? ""
        : StreamSupport.stream(candidates.spliterator(), false)
            .collect(Collectors.joining(" ", " -a '", "'"));
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
