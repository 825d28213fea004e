package io.taskforge.cli;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.output.Console;
import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.strict.Json;
import io.taskforge.server.http.Limits;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** A JSON argument: JSON text, {@code @} and a file name, or {@code -} for standard input. */
record JsonArgument(Console console) {
  /** Returns the JSON of {@code argument}; error messages name {@code option}. */
  JsonNode read(String option, String argument) {
    String text = text(option, argument);
    try {
      return Json.read(text);
    } catch (InvalidJsonException e) {
      throw CommandFailure.invalid(option + ": " + e.sentence());
    }
  }

  /** Like {@link #read}, but returns text that does not start a JSON object as a name. */
  JsonNode nameOrObject(String option, String argument) {
    boolean named = !argument.matches("(?s)\\s*\\{.*|@.*|-");
    return named ? StringNode.valueOf(argument) : read(option, argument);
  }

  private String text(String option, String argument) {
    if (!argument.equals(InputFile.STANDARD_INPUT) && !argument.startsWith("@")) {
      return argument;
    }
    return file(argument.replaceFirst("^@", ""))
        .text(option + ": ", Limits.MAX_BODY_BYTES, "1 MiB");
  }

  InputFile file(String name) {
    return new InputFile(name, console.in());
  }
}
