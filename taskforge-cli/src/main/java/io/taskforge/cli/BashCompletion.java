package io.taskforge.cli;

import io.taskforge.cli.CompletionTree.Choice;
import io.taskforge.cli.CompletionTree.Node;
import io.taskforge.cli.CompletionTree.Sub;
import io.taskforge.cli.CompletionTree.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The completion script for bash, which zsh understands through bashcompinit. */
final class BashCompletion {
  private static final String ARGUMENT = "ARGUMENT";

  // compgen -W expands its words, so it must not get names from the server. No variable is called
  // path, which zsh ties to PATH.
  private static final String FUNCTIONS =
      """
      # Prints the names of kind $1 that the server knows: silent, and over in a moment.
      _taskforge_ask() {
        local program=${COMP_WORDS[0]} server=
        case $program in '~/'*) program=$HOME/${program#'~/'} ;; esac
        case " ${COMP_LINE-} " in
          *' --data'* | *' --db'*) return ;;
          *' --server'[=\\ ]*) server=${COMP_LINE#*--server?} && server=${server%%[ ]*} ;;
        esac
        if [ -n "$server" ]; then
          "$program" complete-values "$1" --server "$server" 2>/dev/null </dev/null
        else
          "$program" complete-values "$1" 2>/dev/null </dev/null
        fi
      }

      # Adds the lines of standard input that begin with $1 to the candidates, after $2.
      _taskforge_add() {
        local word
        while IFS= read -r word; do
          case $word in "$1"*) COMPREPLY+=("$2$word") ;; esac
        done
      }

      # Completes a value that begins with $1, given what _taskforge_values said ($3), after $2.
      _taskforge_value() {
        local line
        while IFS= read -r line; do
          case $line in
            @files) _taskforge_add "$1" "$2" < <(compgen -f -- "$1") ;;
            @*) _taskforge_add "$1" "$2" < <(_taskforge_ask "${line#@}") ;;
            ?*) _taskforge_add "$1" "$2" <<<"$line" ;;
          esac
        done <<<"$3"
      }

      _taskforge() {
        local current=${COMP_WORDS[COMP_CWORD]} at='' option='' word values i=1
        COMPREPLY=()
        while [ "$i" -lt "$COMP_CWORD" ]; do
          word=${COMP_WORDS[i]}
          i=$((i + 1))
          if [ "$word" = = ]; then
            continue # bash splits --option=value at the sign
          elif [ -n "$option" ]; then
            option=
          elif [ "${word#-}" != "$word" ]; then
            _taskforge_values "$at $word" >/dev/null && option=$word
          elif _taskforge_words "$at" | grep -qxF -- "$word"; then
            at=${at:+$at }$word
          fi
        done
        if [ "$current" = = ]; then
          current=
        fi
        if [ -n "$option" ]; then
          _taskforge_value "$current" '' "$(_taskforge_values "$at $option")"
          return
        fi
        case $current in
          --*=*)
            word=${current%%=*}
            _taskforge_value "${current#*=}" "$word=" "$(_taskforge_values "$at $word")"
            ;;
          -*) _taskforge_add "$current" '' < <(_taskforge_options "$at") ;;
          *)
            _taskforge_add "$current" '' < <(_taskforge_words "$at")
            if values=$(_taskforge_values "$at ARGUMENT"); then
              _taskforge_value "$current" '' "$values"
            fi
            ;;
        esac
      }

      if [ -n "${ZSH_VERSION-}" ]; then
        autoload -Uz compinit bashcompinit
        type compdef >/dev/null 2>&1 || compinit -D
        bashcompinit
      fi
      complete -F _taskforge taskforge
      """;

  private BashCompletion() {}

  static String script(List<Node> commands) {
    return "# Completes taskforge in bash and zsh.\n\n"
        + function(
            "Prints the subcommands of the command $1.",
            "_taskforge_words",
            commands.stream()
                .filter(node -> !node.subcommands().isEmpty())
                .map(node -> branch(node.path(), node.subcommands().stream().map(Sub::name))))
        + function(
            "Prints the options of the command $1.",
            "_taskforge_options",
            commands.stream()
                .map(
                    node ->
                        branch(
                            node.path(),
                            node.options().stream().flatMap(option -> option.names().stream()))))
        + function(
            "Prints what completes an option of a command, or its arguments. Fails for flags.",
            "_taskforge_values",
            Stream.concat(
                commands.stream().flatMap(BashCompletion::values), Stream.of("    *) return 1 ;;")))
        + FUNCTIONS;
  }

  private static Stream<String> values(Node node) {
    List<String> branches = new ArrayList<>();
    for (Choice option : node.options()) {
      Values values = option.values();
      if (values != null) {
        for (String name : option.names()) {
          branches.add(branch(node.path() + " " + name, lines(values)));
        }
      }
    }
    if (!node.arguments().isEmpty()) {
      branches.add(
          branch(
              node.path() + " " + ARGUMENT,
              node.arguments().stream().flatMap(BashCompletion::lines)));
    }
    return branches.stream();
  }

  private static Stream<String> lines(Values values) {
    List<String> lines = new ArrayList<>(values.words());
    if (values.kind() != null) {
      lines.add("@" + values.kind());
    }
    if (values.files()) {
      lines.add("@files");
    }
    return lines.stream();
  }

  private static String function(String comment, String name, Stream<String> branches) {
    return branches.collect(
        Collectors.joining(
            "\n", "# %s\n%s() {\n  case $1 in\n".formatted(comment, name), "\n  esac\n}\n\n"));
  }

  private static String branch(String pattern, Stream<String> words) {
    String joined = words.collect(Collectors.joining(" "));
    return "    '%s') %s;;"
        .formatted(pattern, joined.isEmpty() ? "" : "printf '%s\\n' " + joined + " ");
  }
}
