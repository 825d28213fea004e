package io.taskforge.cli;

import io.taskforge.cli.Choices.ServerNames;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/**
 * Prints names from a server, for the scripts of {@code completion}. A shell waits for it while the
 * user types, so it prints nothing if the server does not respond in time, and never fails.
 */
@Command(name = "complete-values", hidden = true, description = "Prints names for completion.")
final class CompleteValuesCommand implements Callable<Integer> {
  static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);
  private static final int MAX = 1_000;
  // Names must not contain characters that are special to a shell.
  private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_.:@%+/-]+");

  private final Console console;
  private final Duration limit;

  @Parameters(paramLabel = "KIND", description = "What to print: queues, types, schedules, …")
  private String kind = "";

  @Option(names = "--server", paramLabel = "URL", description = "The server to ask.")
  private @Nullable String server;

  CompleteValuesCommand(Console console, Duration limit) {
    this.console = console;
    this.limit = limit;
  }

  @Override
  public Integer call() {
    Choices.SERVER_NAMES.stream()
        .filter(names -> names.kind.equals(kind))
        .forEach(names -> known(names).forEach(console.out()::println));
    console.out().flush();
    return ExitCodes.OK;
  }

  /** Runs in a thread: resolving a host name can take longer than the connect timeout. */
  private List<String> known(ServerNames names) {
    CompletableFuture<List<String>> answer = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                answer.complete(ask(names));
              } catch (RuntimeException e) {
                answer.complete(List.of());
              }
            },
            "taskforge-complete");
    thread.setDaemon(true);
    thread.start();
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  private List<String> ask(ServerNames names) {
    JsonNode answer = ApiOptions.client(console, server).within(limit).get(names.path).json();
    return answer
        .path("items")
        .valueStream()
        .map(item -> item.path(names.field))
        .flatMap(value -> value.isArray() ? value.valueStream() : Stream.of(value))
        .map(JsonCell::text)
        .filter(name -> SAFE.matcher(name).matches())
        .distinct()
        .limit(MAX)
        .toList();
  }
}
