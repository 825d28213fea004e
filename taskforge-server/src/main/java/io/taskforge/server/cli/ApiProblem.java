package io.taskforge.server.cli;

import io.taskforge.json.InvalidJsonException;
import io.taskforge.retry.Fault;
import io.taskforge.server.http.Json;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What a server refused, in lines for the user and an exit code. */
final class ApiProblem {
  private ApiProblem() {}

  static CommandFailure failure(int status, String body) {
    List<String> lines = new ArrayList<>();
    JsonNode problem = read(body);
    List<Fault> faults = new ArrayList<>();
    for (JsonNode fault : problem.path("faults")) {
      faults.add(
          new Fault(
              JsonCell.text(fault.path("key")),
              JsonCell.text(fault.path("value")),
              JsonCell.text(fault.path("rule"))));
    }
    if (problem.path("detail").isString()) {
      lines.add(problem.path(faults.size() > 1 ? "title" : "detail").asString());
    } else {
      lines.add("the server answered " + status + ", and not as a TaskForge server would");
    }
    if (status == 401) {
      lines.add("  put your API key into " + ApiOptions.KEY_VARIABLE);
    }
    if (faults.size() > 1) {
      faults.forEach(fault -> lines.add("  " + fault));
    }
    return CommandFailure.of(lines, exitCode(status));
  }

  private static JsonNode read(String body) {
    try {
      return Json.read(body);
    } catch (InvalidJsonException e) {
      return Json.object();
    }
  }

  private static int exitCode(int status) {
    return switch (status) {
      case 400, 413, 415, 421, 422 -> ExitCodes.INVALID;
      case 404 -> ExitCodes.NOT_FOUND;
      case 409, 412 -> ExitCodes.CONFLICT;
      default -> ExitCodes.UNEXPECTED;
    };
  }
}
