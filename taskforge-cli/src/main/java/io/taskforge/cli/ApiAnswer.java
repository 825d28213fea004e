package io.taskforge.cli;

import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What a server answered to a request that it granted.
 *
 * @param body as it came; empty where there is none
 */
record ApiAnswer(int status, String body) {
  private static final int ACCEPTED = 202;

  /** Returns the body read, or fails where it is no JSON: then something else listens there. */
  JsonNode json() {
    try {
      return Json.read(body);
    } catch (InvalidJsonException e) {
      throw CommandFailure.of(
          List.of("the answer is no JSON: is that a TaskForge server?"), ExitCodes.UNEXPECTED);
    }
  }

  /** Whether the work goes on after the answer. */
  boolean goesOn() {
    return status == ACCEPTED;
  }
}
