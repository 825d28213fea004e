package io.taskforge.cli;

import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.EventReader;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Console;
import io.taskforge.cli.output.JsonCell;
import io.taskforge.cli.output.Paint;
import io.taskforge.json.strict.Json;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

@Command(
    name = "watch",
    description = {
      "Prints a line for each change of a job and each alert as the server reports it.",
      "Each line begins with the time, in UTC, at which the event was received. After a lost"
          + " connection it reconnects and continues where it stopped."
    })
final class WatchCommand implements Callable<Integer> {
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(250);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
  private static final int LONGEST_REASON = 200;

  private final Console console;

  // No --data or --db: only the server that applies a change publishes its event.
  @Option(
      names = "--server",
      paramLabel = "URL",
      description = "The server; http://127.0.0.1:8080 if TASKFORGE_SERVER is not set.")
  private @Nullable String server;

  @Option(
      names = "--queue",
      paramLabel = "NAME",
      description = "Only changes and alerts of this queue.")
  private @Nullable String queue;

  @Option(names = "--job", paramLabel = "ID", description = "Only changes of this job.")
  private @Nullable String job;

  @Option(names = "--count", paramLabel = "N", description = "End after this many lines.")
  private long count = Long.MAX_VALUE;

  @Option(names = "--json", description = "Print each event as the API sends it.")
  private boolean json;

  private long shown;
  private @Nullable String lastSeen;

  WatchCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    ApiClient api = ApiOptions.client(console, server);
    follow(api.events(null)); // a server that is unreachable at the start ends the command
    Duration wait = SHORTEST_WAIT;
    while (!isDone()) {
      Pause.of(wait);
      try {
        follow(api.events(lastSeen));
        wait = SHORTEST_WAIT;
      } catch (CommandFailure e) {
        if (e.exitCode() != ExitCodes.UNREACHABLE) {
          throw e;
        }
        wait =
            wait.multipliedBy(2).compareTo(LONGEST_WAIT) < 0 ? wait.multipliedBy(2) : LONGEST_WAIT;
      }
    }
    return ExitCodes.OK;
  }

  /** Also true when the reader of the output, such as head, has exited. */
  private boolean isDone() {
    return shown >= count || console.out().checkError();
  }

  private void follow(EventReader reader) {
    try (reader) {
      for (EventReader.Event event = reader.next();
          event != null && !isDone();
          event = shown >= count ? null : reader.next()) {
        lastSeen = event.id().isEmpty() ? lastSeen : event.id();
        show(event);
      }
    } catch (IOException e) {
      console.err().println("taskforge: the connection was lost; trying again");
    }
  }

  private void show(EventReader.Event event) {
    JsonNode data = Json.read(event.data());
    switch (event.name()) {
      case "gap" -> console.err().println("taskforge: " + missed(data));
      case "job" -> {
        if (isWanted(data)) {
          print(event, EventLine.of(data, new Paint(console.colours())));
        }
      }
      case "alert" -> {
        if (isWanted(data)) {
          print(event, EventLine.ofAlert(data, new Paint(console.colours())));
        }
      }
      default -> {} // a newer server may send other events
    }
  }

  /** The number of missed changes is unknown after a restart of the server. */
  private static String missed(JsonNode gap) {
    String reason = JsonCell.text(gap.path("reason"));
    return (gap.path("missed").isNumber()
            ? JsonCell.shown(gap.path("missed"), 20) + " changes were missed"
            : "changes may have been missed")
        + (reason.isEmpty() ? "" : ": " + JsonCell.shown(reason, LONGEST_REASON));
  }

  private void print(EventReader.Event event, String line) {
    Instant now = console.clock().instant().truncatedTo(ChronoUnit.SECONDS);
    console.out().println(json ? JsonOutput.ascii(event.data()) : now + "  " + line);
    console.out().flush();
    shown++;
  }

  private boolean isWanted(JsonNode event) {
    return (queue == null || queue.equals(JsonCell.text(event.path("queue"))))
        && (job == null || job.equals(JsonCell.text(event.path("jobId"))));
  }
}
