package io.taskforge.cli;

import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
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
    CommandLine program = TaskForgeCli.commandLine(console);
    String script =
        shell == Shell.fish
            ? FishCompletion.script(program)
            // Files complete what has no fixed values, because many options take @FILE.
            : AutoComplete.bash("taskforge", program)
                .replace("compopt +o default", "compopt -o default");
    console.out().print(script);
    console.out().flush();
    return ExitCodes.OK;
  }
}
