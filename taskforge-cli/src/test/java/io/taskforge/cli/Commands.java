package io.taskforge.cli;

import io.taskforge.cli.output.Console;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine;

/** Every command of the program, found by walking picocli's command tree. */
final class Commands {
  // One for all tests: declaring the commands takes as long as most of them.
  private static final CommandLine ROOT =
      TaskForgeCli.commandLine(
          new Console(
              InputStream.nullInputStream(),
              new PrintWriter(new StringWriter()),
              new PrintWriter(new StringWriter()),
              StandardCharsets.UTF_8,
              false,
              Console.UNLIMITED,
              Map.of(),
              CliRun.CLOCK));

  private Commands() {}

  static CommandLine root() {
    return ROOT;
  }

  /** Returns the program itself and all commands below it. */
  static List<CommandLine> all() {
    List<CommandLine> all = new ArrayList<>();
    collect(root(), all);
    return all;
  }

  private static void collect(CommandLine command, List<CommandLine> all) {
    all.add(command);
    command.getSubcommands().values().forEach(sub -> collect(sub, all));
  }

  /** Returns the command of these space-separated words, or the program if there are none. */
  static CommandLine find(CommandLine root, String path) {
    CommandLine command = root;
    for (String word : path.isEmpty() ? new String[0] : path.split(" ")) {
      command = Objects.requireNonNull(command.getSubcommands().get(word));
    }
    return command;
  }

  /** Returns the words of a command without the program's name. */
  static List<String> words(CommandLine command) {
    List<String> words = List.of(command.getCommandSpec().qualifiedName().split(" "));
    return words.subList(1, words.size());
  }
}
