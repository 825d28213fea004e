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
    description = "The worker process of the demo: runs one job of a server.")
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
