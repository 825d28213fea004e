package io.taskforge.cli.output;

import io.taskforge.json.strict.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Formats a JSON object with one line for each key that has a value; nested objects are indented,
 * and lists and maps of objects are tables.
 */
public final class JsonRecord {
  private static final int WIDEST = 2_000;
  // JSON of users, and JSON that users write in this form.
  private static final Set<String> AS_JSON = Set.of("payload", "result", "retryPolicy", "headers");

  private JsonRecord() {}

  public static List<String> lines(JsonNode object, Console console) {
    List<String> lines = new ArrayList<>();
    add(lines, "", object, console);
    return lines;
  }

  private static void add(List<String> lines, String indent, JsonNode object, Console console) {
    List<Map.Entry<String, JsonNode>> entries =
        object.properties().stream().filter(entry -> hasValue(entry.getValue())).toList();
    int width =
        entries.stream()
            .mapToInt(entry -> JsonCell.shown(entry.getKey(), WIDEST).length())
            .max()
            .orElse(0);
    for (Map.Entry<String, JsonNode> entry : entries) {
      String name = JsonCell.shown(entry.getKey(), WIDEST);
      String key = indent + name + " ".repeat(width - name.length());
      JsonNode value = entry.getValue();
      if (AS_JSON.contains(entry.getKey()) || !value.isContainer()) {
        lines.add(key + "  " + scalar(entry.getKey(), value, console));
      } else if (isMapOfObjects(value)) {
        lines.add(indent + name);
        table(lines, indent + "  ", rows(value), console);
      } else if (value.isObject()) {
        lines.add(indent + name);
        add(lines, indent + "  ", value, console);
      } else {
        list(lines, indent, key, value, console);
      }
    }
  }

  private static boolean hasValue(JsonNode value) {
    return !value.isNull()
        && !(value.isContainer() && value.isEmpty())
        && !(value.isString() && value.stringValue().isEmpty());
  }

  private static String scalar(String key, JsonNode value, Console console) {
    String shown = JsonCell.shown(value, WIDEST);
    return key.equals("state") ? new Paint(console.colours()).state(shown, shown) : shown;
  }

  private static void list(
      List<String> lines, String indent, String key, JsonNode list, Console console) {
    List<JsonNode> items = list.valueStream().toList();
    if (items.stream().allMatch(JsonNode::isObject)) {
      lines.add(key.stripTrailing());
      table(lines, indent + "  ", items, console);
    } else {
      String joined = String.join(", ", items.stream().map(JsonCell::text).toList());
      lines.add(key + "  " + JsonCell.shown(joined, WIDEST));
    }
  }

  private static boolean isMapOfObjects(JsonNode value) {
    return value.isObject() && value.valueStream().allMatch(JsonNode::isObject);
  }

  /** Returns the objects of a map, each with its key in a column without a heading. */
  private static List<JsonNode> rows(JsonNode map) {
    List<JsonNode> rows = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : map.properties()) {
      ObjectNode row = Json.object().put("", entry.getKey());
      rows.add(row.setAll((ObjectNode) entry.getValue()));
    }
    return rows;
  }

  private static void table(
      List<String> lines, String indent, List<JsonNode> items, Console console) {
    columns(items)
        .lines(items, console, console.width() - indent.length())
        .forEach(line -> lines.add(indent + line));
  }

  private static JsonTable columns(List<JsonNode> items) {
    JsonTable table = JsonTable.of();
    for (String key :
        items.stream()
            .flatMap(item -> item.properties().stream().map(Map.Entry::getKey))
            .distinct()
            .toList()) {
      boolean number =
          items.stream().map(item -> item.path(key)).allMatch(n -> n.isNumber() || n.isNull());
      table = number ? table.number(key) : table.and(key);
    }
    return table;
  }
}
