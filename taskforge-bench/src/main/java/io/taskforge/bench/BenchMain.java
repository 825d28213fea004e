package io.taskforge.bench;

import io.taskforge.bench.chaos.ChaosRunCommand;
import io.taskforge.bench.chaos.ChaosUpgradeCommand;
import io.taskforge.bench.chaos.ClusterCommand;
import io.taskforge.bench.chaos.PowerCutCommand;
import io.taskforge.bench.compare.CompareCommand;
import io.taskforge.bench.peer.Logs;
import io.taskforge.bench.soak.AdapterCommand;
import io.taskforge.bench.soak.SoakCommand;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.output.Console;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.InstantSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Runs the commands of this module, for {@code ./taskforge bench}. */
@CommandLine.Command(name = "bench", mixinStandardHelpOptions = true)
public final class BenchMain {
  private BenchMain() {}

  public static void main(String[] args) {
    Logs.quiet();
    Charset charset = Charset.defaultCharset();
    Console console =
        new Console(
            System.in,
            new PrintWriter(System.out, true, charset),
            new PrintWriter(System.err, true, charset),
            charset,
            Ansi.AUTO.enabled(),
            Integer.getInteger("taskforge.columns", Console.UNLIMITED),
            System.getenv(),
            InstantSource.system());
    CommandLine bench = new CommandLine(new BenchMain());
    bench.addSubcommand(new CompareCommand(console));
    bench.addSubcommand(new SoakCommand(console));
    bench.addSubcommand(new AdapterCommand(console));
    bench.addSubcommand(new ChaosRunCommand(console));
    bench.addSubcommand(new ChaosUpgradeCommand(console));
    bench.addSubcommand(new PowerCutCommand(console));
    bench.addSubcommand(new ClusterCommand(console));
    bench
        .getSubcommands()
        .values()
        .forEach(command -> command.getCommandSpec().mixinStandardHelpOptions(true));
    bench.setExecutionExceptionHandler(
        (e, command, result) -> {
          if (e instanceof IllegalArgumentException) {
            console.err().println("taskforge: " + e.getMessage());
            return 2;
          }
          if (e instanceof CommandFailure failure) {
            failure.lines().forEach(line -> console.err().println("taskforge: " + line));
            return failure.exitCode();
          }
          e.printStackTrace(console.err());
          return 1;
        });
    System.exit(bench.execute(args));
  }
}
