package io.taskforge.server.api;

import io.taskforge.job.Job;
import io.taskforge.json.InvalidJsonException;
import io.taskforge.json.strict.Json;
import io.taskforge.server.httpjob.SecretHeaders;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * What a payload must contain: a text anywhere in its JSON, ignoring case, or a value at a path.
 * Secret headers are masked before, so that a search cannot guess them.
 *
 * @param path where the value is, or null for anywhere
 * @param text the text, or the value as text
 */
record PayloadMatch(@Nullable JsonPointer path, String text) {
  private static final int MAX_LENGTH = 200;
  private static final Pattern ROOT = Pattern.compile("\\$(\\.|\\[[0-9]).*", Pattern.DOTALL);
  private static final Pattern STEPS = Pattern.compile("(\\.[^.\\[\\]]+|\\[[0-9]+])+");

  /** Reads {@code text}, or {@code $.a.b=value}, or {@code $.items[0].id=value}. */
  static PayloadMatch parse(String text) {
    if (text.isBlank() || text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("must have 1 to " + MAX_LENGTH + " characters");
    }
    if (!ROOT.matcher(text).matches()) {
      return new PayloadMatch(null, text.toLowerCase(Locale.ROOT));
    }
    int equals = text.indexOf('=');
    String steps = equals < 0 ? "" : text.substring(1, equals).strip();
    if (!STEPS.matcher(steps).matches()) {
      throw new IllegalArgumentException(
          "must be a path and a value, such as $.customer.id=42 or $.items[0].id=42");
    }
    String pointer =
        steps
            .replace("~", "~0")
            .replace("/", "~1")
            .replace('.', '/')
            .replace('[', '/')
            .replace("]", "");
    return new PayloadMatch(JsonPointer.compile(pointer), text.substring(equals + 1).strip());
  }

  boolean matches(Job job) {
    String json = SecretHeaders.masked(job.type(), job.payload().json());
    if (path == null) {
      return json.toLowerCase(Locale.ROOT).contains(text);
    }
    JsonNode value;
    try {
      value = Json.read(json).at(path);
    } catch (InvalidJsonException e) { // repeated keys or deep nesting, which payloads may have
      return false;
    }
    return !value.isMissingNode()
        && (value.isString() ? value.stringValue() : value.toString()).equals(text);
  }
}
