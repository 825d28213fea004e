package io.taskforge.cli;

import io.taskforge.cli.client.ApiAnswer;
import io.taskforge.cli.client.ApiClient;
import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.client.ExitCodes;
import io.taskforge.cli.output.Progress;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.strict.Json;
import io.taskforge.server.http.Limits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Enqueues a file with one job per line, in several requests. Each request is atomic; the file as a
 * whole is not, so a failure reports how many jobs were enqueued before it.
 */
final class JobBatch {
  private static final int MAX_JOBS = 1_000;
  // Leaves room for the JSON around the jobs.
  private static final int MAX_BYTES = Limits.MAX_BODY_BYTES - 1_024;

  private final ApiCommand command;
  private final ApiClient api;
  private final ObjectNode defaults;
  private final Progress progress;

  private final List<ObjectNode> jobs = new ArrayList<>(); // of the next request
  private final List<Integer> lines = new ArrayList<>(); // the line number of each job
  private long bytes;
  private int enqueued;
  private int known;

  /** Creates a batch whose lines are completed from {@code defaults}. */
  JobBatch(ApiCommand command, ApiClient api, ObjectNode defaults) {
    this.command = command;
    this.api = api;
    this.defaults = defaults;
    this.progress =
        new Progress(command.console(), EngineEnvironment.production().ticker(), "enqueued", 0);
  }

  int enqueue(InputFile file) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(file.open(), StandardCharsets.UTF_8.newDecoder()))) {
      int number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (!line.isBlank()) {
          add(job(line, number), number);
        }
      }
      send();
    } catch (CharacterCodingException e) {
      throw stopped(List.of(file.shown() + " is not UTF-8 text"), ExitCodes.INVALID);
    } catch (IOException e) {
      throw file.unreadable(e);
    }
    progress.end(enqueued + known);
    if (!command.json()) {
      command.say(
          "%,d jobs enqueued".formatted(enqueued)
              + (known == 0 ? "" : ", %,d existed already".formatted(known)));
    }
    return ExitCodes.OK;
  }

  private ObjectNode job(String line, int number) {
    JsonNode node;
    try {
      node = Json.read(line);
    } catch (InvalidJsonException e) {
      throw stopped(List.of("line " + number + " is not a JSON object"), ExitCodes.INVALID);
    }
    if (!node.isObject()) {
      throw stopped(List.of("line " + number + " is not a JSON object"), ExitCodes.INVALID);
    }
    ObjectNode job = defaults.deepCopy();
    node.properties().forEach(entry -> job.set(entry.getKey(), entry.getValue()));
    return job;
  }

  private void add(ObjectNode job, int line) {
    long size = Json.write(job).getBytes(StandardCharsets.UTF_8).length + 1L;
    if (!jobs.isEmpty() && (jobs.size() == MAX_JOBS || bytes + size > MAX_BYTES)) {
      send();
    }
    jobs.add(job);
    lines.add(line);
    bytes += size;
  }

  private void send() {
    if (jobs.isEmpty()) {
      return;
    }
    ObjectNode body = Json.object();
    ArrayNode list = body.putArray("jobs");
    jobs.forEach(list::add);
    ApiAnswer answer;
    try {
      answer = api.post("/jobs/batch", body);
    } catch (CommandFailure e) {
      throw stopped(named(e), e.exitCode());
    }
    for (JsonNode item : answer.json().path("items")) {
      if (item.path("created").booleanValue(true)) {
        enqueued++;
      } else {
        known++;
      }
      if (command.json()) {
        command.sayJson(Json.write(item));
      }
    }
    jobs.clear();
    lines.clear();
    bytes = 0;
    progress.at(enqueued + known);
  }

  /** Replaces the API's index within a request by the line number in the file. */
  private List<String> named(CommandFailure failure) {
    return failure.lines().stream()
        .map(
            text -> {
              String named = text;
              for (int i = 0; i < lines.size(); i++) {
                named = named.replace("jobs[" + i + "]", "line " + lines.get(i));
              }
              return named;
            })
        .toList();
  }

  private CommandFailure stopped(List<String> why, int exitCode) {
    List<String> told = new ArrayList<>(why);
    told.add("  %,d jobs were enqueued before the failure".formatted(enqueued));
    if (exitCode == ExitCodes.UNREACHABLE && !lines.isEmpty()) {
      told.add(
          "  lines %d to %d may have been: with an idempotencyKey on each, sending them again is"
                  .formatted(lines.get(0), lines.get(lines.size() - 1))
              + " harmless");
    }
    return CommandFailure.of(told, exitCode);
  }
}
