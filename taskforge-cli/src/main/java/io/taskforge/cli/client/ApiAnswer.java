package io.taskforge.cli.client;

import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.strict.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A server's response with a 2xx status.
 *
 * @param body empty if the response has none
 */
public record ApiAnswer(int status, String body) {
  private static final int ACCEPTED = 202;

  /** Parses the body; a failure means that the URL is not that of a TaskForge server. */
  public JsonNode json() {
    try {
      return Json.read(body);
    } catch (InvalidJsonException e) {
      throw CommandFailure.of(
          List.of("the response is not JSON: is this a TaskForge server?"), ExitCodes.UNEXPECTED);
    }
  }

  /** Whether the server only accepted the request and completes it later. */
  public boolean isPending() {
    return status == ACCEPTED;
  }
}
