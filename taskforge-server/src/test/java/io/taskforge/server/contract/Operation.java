package io.taskforge.server.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One operation of an OpenAPI document.
 *
 * @param path with its parameters in braces
 * @param json the operation object
 */
public record Operation(String method, String path, JsonNode json) {
  static final Pattern PARAMETER = Pattern.compile("\\{([^/}]*)}");

  /** Returns all operations of a document. */
  public static List<Operation> all(JsonNode document) {
    List<Operation> all = new ArrayList<>();
    document
        .path("paths")
        .forEachEntry(
            (path, item) ->
                item.forEachEntry(
                    (method, json) ->
                        all.add(new Operation(method.toUpperCase(Locale.ROOT), path, json))));
    return all;
  }

  @Override
  public String toString() {
    return method + " " + path;
  }

  /** Returns the path with its parameters filled in. */
  public String path(UnaryOperator<String> values) {
    return PARAMETER
        .matcher(path)
        .replaceAll(match -> Matcher.quoteReplacement(values.apply(match.group(1))));
  }

  public boolean streams() {
    return json.at("/responses/200/content").has("text/event-stream");
  }

  /** Returns the names of the parameters in the path or in the query. */
  public List<String> parameters(String where) {
    return json.path("parameters")
        .valueStream()
        .filter(parameter -> parameter.path("in").asString("").equals(where))
        .map(parameter -> parameter.path("name").asString(""))
        .toList();
  }

  /** Returns the schema of the body, or null if the operation takes none. */
  public @Nullable JsonNode body() {
    return json.path("requestBody").path("content").path("application/json").get("schema");
  }

  /** Whether a request's path matches this operation. */
  boolean matches(String requestPath) {
    String[] template = path.split("/", -1);
    String[] segments = requestPath.split("/", -1);
    return template.length == segments.length
        && IntStream.range(0, template.length)
            .allMatch(
                i ->
                    template[i].startsWith("{")
                        ? !segments[i].isEmpty()
                        : template[i].equals(segments[i]));
  }

  int wildcards() {
    return (int) PARAMETER.matcher(path).results().count();
  }
}
