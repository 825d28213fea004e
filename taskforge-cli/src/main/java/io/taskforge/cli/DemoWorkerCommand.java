package io.taskforge.cli;

import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.demo.DemoWorker;
import io.taskforge.cli.output.Console;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "demo-worker",
    hidden = true,
    description = "The second process of the demo: does one job of the server it is told.")
final class DemoWorkerCommand implements Callable<Integer> {
  private final Console console;

  DemoWorkerCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    new DemoWorker(console.in(), console.out(), ProcessHandle.current().pid()).run();
    return ExitCodes.OK;
  }
}
