package io.taskforge.cli;

import io.taskforge.cli.Choices.ServerNames;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The tree of commands, with their options and arguments, for shell completion. */
final class CompletionTree {
  private static final Pattern FILE = Pattern.compile("(.*\\|)?(FILE|DIR)");

  /**
   * The completions of a value.
   *
   * @param words fixed words
   * @param kind the kind of names to request from the server, or null
   * @param files whether file names complete it
   */
  record Values(List<String> words, @Nullable String kind, boolean files) {
    boolean isEmpty() {
      return words.isEmpty() && kind == null && !files;
    }
  }

  /** An option; {@code values} is null for a flag, which takes none. */
  record Choice(List<String> names, @Nullable Values values, String description) {}

  /** A subcommand. */
  record Sub(String name, String description) {}

  /**
   * A command.
   *
   * @param path the words that call it, without the program's name; empty for the program itself
   * @param arguments the completions of its arguments
   */
  record Node(String path, List<Sub> subcommands, List<Choice> options, List<Values> arguments) {}

  private CompletionTree() {}

  /** Returns the program and all commands below it, except hidden ones. */
  static List<Node> of(CommandLine root) {
    List<Node> nodes = new ArrayList<>();
    collect("", root, nodes);
    return nodes;
  }

  private static void collect(String path, CommandLine command, List<Node> nodes) {
    CommandSpec spec = command.getCommandSpec();
    List<CommandLine> subcommands =
        command.getSubcommands().values().stream().filter(sub -> !isHidden(sub)).toList();
    nodes.add(
        new Node(
            path,
            subcommands.stream()
                .map(sub -> new Sub(sub.getCommandName(), description(sub.getCommandSpec())))
                .toList(),
            spec.options().stream()
                .filter(option -> !option.hidden())
                .map(CompletionTree::of)
                .toList(),
            spec.positionalParameters().stream()
                .map(CompletionTree::values)
                .filter(values -> !values.isEmpty())
                .toList()));
    for (CommandLine sub : subcommands) {
      String name = sub.getCommandName();
      collect(path.isEmpty() ? name : path + " " + name, sub, nodes);
    }
  }

  private static boolean isHidden(CommandLine command) {
    return command.getCommandSpec().usageMessage().hidden();
  }

  private static Choice of(OptionSpec option) {
    boolean takesValue = option.arity().max() > 0;
    return new Choice(
        List.of(option.names()), takesValue ? values(option) : null, first(option.description()));
  }

  private static Values values(ArgSpec argument) {
    Iterable<String> candidates = argument.completionCandidates();
    List<String> words = new ArrayList<>();
    if (candidates != null) {
      candidates.forEach(words::add);
    }
    boolean files = FILE.matcher(argument.paramLabel()).matches();
    return new Values(words, candidates instanceof ServerNames names ? names.kind : null, files);
  }

  private static String description(CommandSpec spec) {
    return first(spec.usageMessage().description());
  }

  private static String first(String[] lines) {
    return lines.length == 0 ? "" : lines[0];
  }
}
