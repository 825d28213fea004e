package io.taskforge.cli;

import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.retry.InvalidPolicyException;
import io.taskforge.retry.PolicyAdvice;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.text.PrintableText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "validate", description = "Checks a policy file and reports all errors in it.")
final class PolicyValidateCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "FILE", description = "A JSON file, or - for standard input.")
  private String file = "";

  @Option(
      names = "--json",
      description = "Print the result as JSON on standard output; the exit code stays the same.")
  private boolean json;

  PolicyValidateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    PolicySource source = new PolicySource(console.in());
    return json ? asJson(source) : asText(source);
  }

  private int asText(PolicySource source) {
    RetryPolicy policy = source.file(file);
    console
        .out()
        .println(
            PrintableText.escaped(source.shown(file))
                + " is valid: "
                + new PolicyDescription(console.glyphs()).summary(policy));
    PolicyAdvice.on(policy).forEach(advice -> console.out().println("advice: " + advice));
    return ExitCodes.OK;
  }

  private int asJson(PolicySource source) {
    String text = source.text(file);
    try {
      console.out().println(JsonOutput.valid(RetryPolicyJson.standard().read(text)));
      return ExitCodes.OK;
    } catch (InvalidPolicyException e) {
      console.out().println(JsonOutput.faults(e.faults()));
      return ExitCodes.INVALID;
    }
  }
}
