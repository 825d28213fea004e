package io.taskforge.cli;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.demo.Demo;
import io.taskforge.cli.demo.Screen;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.store.StoreProblem;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.job.StoreException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    description = {
      "Shows within a minute how jobs fail, are retried and rescued.",
      "Starts a server, a store and an unreliable endpoint, and stops them again."
    })
final class DemoCommand implements Callable<Integer> {
  private final Console console;

  @Option(
      names = "--db",
      paramLabel = "URL",
      description =
          "Use PostgreSQL, jdbc:postgresql://host/database, with tables of its own; by default a"
              + " file in a temporary directory.")
  private @Nullable String db;

  @Option(names = "--keep", description = "Keep the store's data.")
  private boolean keep;

  @Option(names = "--stay", description = "Keep the server running afterwards, until Ctrl-C.")
  private boolean stay;

  DemoCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (db != null && !db.startsWith("jdbc:postgresql:")) {
      throw CommandFailure.invalid("--db must begin with jdbc:postgresql:");
    }
    EngineEnvironment environment = EngineEnvironment.production();
    Screen screen = new Screen(console, environment.ticker());
    try (Demo demo = new Demo(new Demo.Options(db, keep, stay), screen, environment, Main.class)) {
      Thread onSignal = new Thread(demo::close, "taskforge-demo-shutdown");
      Runtime.getRuntime().addShutdownHook(onSignal);
      int exitCode = run(demo);
      if (!demo.isClosed()) {
        Runtime.getRuntime().removeShutdownHook(onSignal);
      }
      return exitCode;
    }
  }

  private int run(Demo demo) throws InterruptedException {
    try {
      boolean asExpected = demo.run();
      if (stay) {
        new CountDownLatch(1).await();
      }
      return asExpected ? ExitCodes.OK : ExitCodes.UNEXPECTED;
    } catch (StoreException e) {
      throw StoreProblem.failure(e);
    } catch (RuntimeException e) {
      if (demo.isClosed()) {
        // Ctrl-C closed the demo while it ran.
        return ExitCodes.UNEXPECTED;
      }
      throw e;
    }
  }
}
