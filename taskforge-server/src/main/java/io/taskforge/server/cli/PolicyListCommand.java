package io.taskforge.server.cli;

import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.text.DurationText;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(name = "list", description = "Lists the policies that come with TaskForge.")
final class PolicyListCommand implements Callable<Integer> {
  private static final int RETRIED_WIDTH = 38;

  private final Console console;

  @Option(names = "--json", description = "Print JSON, every key of every policy written out.")
  private boolean json;

  PolicyListCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (json) {
      console.out().println(JsonOutput.policies(RetryPolicies.all()));
      return ExitCodes.OK;
    }
    PolicyWords words = new PolicyWords(console.glyphs());
    List<ColumnData<Map.Entry<String, RetryPolicy>>> columns =
        List.of(
            left("name").with(Map.Entry::getKey),
            left("strategy").with(on(policy -> words.strategy(policy.backoff()))),
            left("retries")
                .dataAlign(HorizontalAlign.RIGHT)
                .with(on(policy -> Integer.toString(policy.maxRetries()))),
            left("cap").with(on(policy -> DurationText.forPeople(policy.maxDelay()))),
            left("jitter").with(on(policy -> words.jitter(policy.jitter()))),
            left("retried")
                .maxWidth(RETRIED_WIDTH, OverflowBehaviour.NEWLINE)
                .with(on(words::retried)));
    Tables.lines(RetryPolicies.all().entrySet(), columns).forEach(console.out()::println);
    console.out().println();
    console.out().println("To see the delays of a policy: ./taskforge policy show NAME");
    return ExitCodes.OK;
  }

  private static Column left(String header) {
    return new Column()
        .header(header)
        .headerAlign(HorizontalAlign.LEFT)
        .dataAlign(HorizontalAlign.LEFT);
  }

  private static Function<Map.Entry<String, RetryPolicy>, String> on(
      Function<RetryPolicy, String> words) {
    return entry -> words.apply(entry.getValue());
  }
}
