package io.taskforge.cli;

import io.taskforge.cli.CompletionTree.Choice;
import io.taskforge.cli.CompletionTree.Node;
import io.taskforge.cli.CompletionTree.Sub;
import io.taskforge.cli.CompletionTree.Values;
import java.util.List;
import java.util.stream.Collectors;

/** The completion script for fish. */
final class FishCompletion {
  private static final String FUNCTIONS =
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

      # Prints the names of kind $argv[1] that the server knows: silent, and over in a moment.
      function __taskforge_ask
          set -l words (commandline -opc)
          set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
          set -l arguments complete-values $argv[1]
          for i in (seq 2 (count $words))
              switch $words[$i]
                  case '--data*' '--db*'
                      return
                  case '--server=*'
                      set -a arguments $words[$i]
                  case --server
                      set -a arguments --server=$words[(math $i + 1)]
              end
          end
          $program $arguments 2>/dev/null </dev/null
      end

      complete -c taskforge -f
      """;

  private FishCompletion() {}

  static String script(List<Node> commands) {
    StringBuilder script = new StringBuilder("# Completes taskforge in fish.\n\n");
    script.append(
        commands.stream()
            .filter(node -> !node.path().isEmpty())
            .map(node -> quoted(node.path()))
            .collect(Collectors.joining(" ", "set -g __taskforge_commands ", "\n\n")));
    script.append(FUNCTIONS);
    commands.forEach(node -> add(script, node));
    return script.toString();
  }

  private static void add(StringBuilder script, Node node) {
    String start =
        "complete -c taskforge -n %s".formatted(quoted("__taskforge_at '" + node.path() + "'"));
    for (Sub sub : node.subcommands()) {
      script.append("%s -a %s -d %s%n".formatted(start, sub.name(), quoted(sub.description())));
    }
    for (Choice option : node.options()) {
      script.append(start);
      for (String name : option.names()) {
        script.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^-+", ""));
      }
      Values values = option.values();
      script.append(values == null ? "" : value(values));
      script.append(" -d ").append(quoted(option.description())).append('\n');
    }
    for (Values values : node.arguments()) {
      script
          .append(start)
          .append(candidates(values))
          .append(values.files() ? " -F" : "")
          .append('\n');
    }
  }

  private static String value(Values values) {
    return (values.files() ? " -r -F" : " -x") + candidates(values);
  }

  private static String candidates(Values values) {
    String kind = values.kind();
    if (kind != null) {
      return " -a '(__taskforge_ask " + kind + ")'";
    }
    return values.words().isEmpty() ? "" : " -a " + quoted(String.join(" ", values.words()));
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
