package io.taskforge.server.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "completion",
    description = {
      "Prints what lets a shell complete commands and options.",
      "For bash: source <(./taskforge completion bash)",
      "For zsh:  source <(./taskforge completion zsh)"
    })
final class CompletionCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "SHELL", description = "One of: ${COMPLETION-CANDIDATES}.")
  private Shell shell = Shell.bash;

  CompletionCommand(Console console) {
    this.console = console;
  }

  // Named as they are typed.
  private enum Shell {
    bash,
    zsh
  }

  @Override
  public Integer call() {
    String script = AutoComplete.bash("taskforge", TaskForgeCli.commandLine(console));
    // One script serves both: it tells zsh to understand bash's completion by itself.
    console.out().println("# taskforge in " + shell);
    console.out().print(script);
    console.out().flush();
    return ExitCodes.OK;
  }
}
