package io.taskforge.cli;

import io.taskforge.cli.CompletionTree.Node;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "completion",
    description = {
      "Prints a script that lets a shell complete commands, options and their values.",
      "For bash: source <(./taskforge completion bash)",
      "For zsh:  source <(./taskforge completion zsh)",
      "For fish: ./taskforge completion fish | source"
    })
final class CompletionCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "SHELL", description = "One of: ${COMPLETION-CANDIDATES}.")
  private Shell shell = Shell.bash;

  CompletionCommand(Console console) {
    this.console = console;
  }

  // The names are the values of the option.
  private enum Shell {
    bash,
    zsh,
    fish
  }

  @Override
  public Integer call() {
    List<Node> commands = CompletionTree.of(TaskForgeCli.commandLine(console));
    console
        .out()
        .print(
            shell == Shell.fish
                ? FishCompletion.script(commands)
                : BashCompletion.script(commands));
    console.out().flush();
    return ExitCodes.OK;
  }
}
