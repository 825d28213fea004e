package io.taskforge.cli;

import io.taskforge.cli.PolicySource.NamedPolicy;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.server.preview.RetryRow;
import io.taskforge.server.preview.RetryRows;
import io.taskforge.text.PrintableText;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    description = "Shows when a policy retries: delays, their range with jitter, and their sum.")
final class PolicyShowCommand implements Callable<Integer> {
  private static final int MAX_ROWS = 20;
  private static final int MAX_REQUESTED = 10_000;

  private final Console console;

  @Parameters(
      paramLabel = "NAME|FILE",
      description =
          "The name of a preset or of a server's policy, a JSON file, or - for standard input.",
      completionCandidates = Choices.Presets.class)
  private String nameOrFile = "";

  @Mixin private PolicyServer server = new PolicyServer();

  @Option(
      names = "--retries",
      paramLabel = "N,…",
      split = ",",
      hideParamSyntax = true,
      description =
          "The retries to show, such as 1,2,1000; they may exceed maxRetries."
              + " Without it: all of the policy's, at most "
              + MAX_ROWS
              + ".")
  private List<Integer> retries = List.of();

  @Option(names = "--json", description = "Print JSON; times are in milliseconds.")
  private boolean json;

  PolicyShowCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    checkRetries();
    NamedPolicy named =
        new PolicySource(console.in()).presetOrFile(nameOrFile, () -> server.policies(console));
    RetryPolicy policy = named.policy();
    List<RetryRow> rows =
        retries.isEmpty() ? RetryRows.first(policy, MAX_ROWS) : RetryRows.of(policy, retries);
    if (json) {
      console.out().println(JsonOutput.retries(policy, rows));
    } else {
      print(named, rows);
    }
    return ExitCodes.OK;
  }

  private void checkRetries() {
    for (int retry : retries) {
      if (retry < 1) {
        throw CommandFailure.invalid(
            "--retries: " + retry + " is not allowed: retries are numbered from 1");
      }
    }
    if (retries.size() > MAX_REQUESTED) {
      throw CommandFailure.invalid("--retries: at most " + MAX_REQUESTED + " can be shown at once");
    }
  }

  private void print(NamedPolicy named, List<RetryRow> rows) {
    RetryPolicy policy = named.policy();
    PolicyDescription words = new PolicyDescription(console.glyphs());
    PrintWriter out = console.out();
    out.println(PrintableText.escaped(named.name()) + ": " + words.summary(policy));
    out.println("retries " + PrintableText.escaped(words.retried(policy)));
    out.println();
    if (rows.isEmpty()) {
      out.println("no retries: a job has one attempt, and its first failure is final");
      return;
    }
    new RetryTable(rows, console).lines().forEach(out::println);
    if (retries.isEmpty() && policy.maxRetries() > rows.size()) {
      out.printf(
          "retries %d to %d are left out; --retries 100,1000 shows the ones you name%n",
          rows.size() + 1, policy.maxRetries());
    }
  }
}
