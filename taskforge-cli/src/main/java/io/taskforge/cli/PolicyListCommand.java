package io.taskforge.cli;

import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.Table;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.text.DurationText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = "Lists the presets that come with TaskForge, and a server's named policies.")
final class PolicyListCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private PolicyServer server = new PolicyServer();

  @Option(names = "--json", description = "Print JSON with every key of every policy.")
  private boolean json;

  PolicyListCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Map<String, RetryPolicy> policies = new LinkedHashMap<>(RetryPolicies.all());
    policies.putAll(server.policies(console));
    if (json) {
      console.out().println(JsonOutput.policies(policies));
      return ExitCodes.OK;
    }
    PolicyDescription words = new PolicyDescription(console.glyphs());
    Table<Map.Entry<String, RetryPolicy>> table =
        Table.<Map.Entry<String, RetryPolicy>>empty()
            .whole("name", policy -> JsonCell.shown(policy.getKey()))
            .text("strategy", on(policy -> words.strategy(policy.backoff())))
            .number("retries", on(policy -> Integer.toString(policy.maxRetries())))
            .whole("cap", on(policy -> DurationText.forPeople(policy.maxDelay())))
            .whole("jitter", on(policy -> words.jitter(policy.jitter())))
            .wrapped("retried", on(words::retried));
    table.lines(List.copyOf(policies.entrySet()), console).forEach(console.out()::println);
    console.out().println();
    console.out().println("To see the delays of a policy: ./taskforge policy show NAME");
    return ExitCodes.OK;
  }

  private static Function<Map.Entry<String, RetryPolicy>, String> on(
      Function<RetryPolicy, String> words) {
    return entry -> words.apply(entry.getValue());
  }
}
