package io.taskforge.cli;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.cli.output.Console;
import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.strict.Json;
import io.taskforge.server.http.Limits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** A JSON argument: JSON text, {@code @} and a file name, or {@code -} for standard input. */
final class JsonArgument {
  private final Console console;

  JsonArgument(Console console) {
    this.console = console;
  }

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
    if (!argument.equals(PolicySource.STANDARD_INPUT) && !argument.startsWith("@")) {
      return argument;
    }
    String name = argument.startsWith("@") ? argument.substring(1) : argument;
    try (InputStream in = open(name)) {
      byte[] bytes = in.readNBytes(Limits.MAX_BODY_BYTES + 1);
      if (bytes.length > Limits.MAX_BODY_BYTES) {
        throw CommandFailure.invalid(option + ": " + shown(name) + " is longer than 1 MiB");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw CommandFailure.invalid(option + ": " + shown(name) + " is not UTF-8 text");
    } catch (IOException e) {
      throw PolicySource.unreadable(name, e);
    }
  }

  /** Opens a file, or standard input for {@code -}. */
  InputStream open(String name) throws IOException {
    if (name.equals(PolicySource.STANDARD_INPUT)) {
      return console.in();
    }
    try {
      Path file = Path.of(name);
      if (name.isEmpty() || !Files.exists(file)) {
        throw CommandFailure.notFound("no such file: '" + name + "'");
      }
      if (Files.isDirectory(file)) {
        throw CommandFailure.notFound(name + " is a directory, not a file");
      }
      return Files.newInputStream(file);
    } catch (InvalidPathException e) {
      throw CommandFailure.notFound("no such file: '" + name + "'");
    }
  }

  static String shown(String name) {
    return PolicySource.shownName(name);
  }
}
