package io.taskforge.cli.client;

import io.taskforge.cli.output.JsonCell;
import io.taskforge.json.Fault;
import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.strict.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Turns a server's problem response into lines for the user and an exit code. */
public final class ApiProblem {
  private static final Pattern SCOPE = Pattern.compile("scope (read|write|admin)");
  private static final String CREATE_KEY =
      "  an operator creates one, for example: ./taskforge keys create --tenant acme --scope write";

  private ApiProblem() {}

  public static CommandFailure failure(int status, String body) {
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
      lines.add(
          "the server responded with status " + status + ", but not as a TaskForge server does");
    }
    lines.addAll(hint(status, lines.get(0)));
    if (faults.size() > 1) {
      faults.forEach(fault -> lines.add("  " + fault));
    }
    return CommandFailure.of(lines, exitCode(status));
  }

  /** Returns a hint for a missing or insufficient key. */
  private static List<String> hint(int status, String detail) {
    if (status == 401) {
      return List.of(
          "  set the variable %s to a valid API key".formatted(ApiClient.KEY_VARIABLE), CREATE_KEY);
    }
    if (status == 403) {
      Matcher scope = SCOPE.matcher(detail);
      String needed = scope.find() ? scope.group(1) : "write";
      return List.of(
          "  the API key in %s does not allow this".formatted(ApiClient.KEY_VARIABLE),
          CREATE_KEY
              .replace(
                  "--tenant acme", detail.contains("no tenant") ? "--all-tenants" : "--tenant acme")
              .replace("--scope write", "--scope " + needed));
    }
    return List.of();
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
      case 401, 403 -> ExitCodes.DENIED;
      case 429, 503 -> ExitCodes.UNREACHABLE;
      case 404 -> ExitCodes.NOT_FOUND;
      case 409, 412 -> ExitCodes.CONFLICT;
      default -> ExitCodes.UNEXPECTED;
    };
  }
}
