package io.taskforge.retry.json;

import tools.jackson.databind.JsonNode;

/** The JSON values that a strategy of the user's own may have, as plain Java values. */
final class PlainJson {
  private PlainJson() {}

  /** Whether it is a string, a number, a boolean or a list of them. */
  static boolean isPlain(JsonNode node) {
    return node.isArray()
        ? node.valueStream().allMatch(PlainJson::isPlain)
        : node.isString() || node.isNumber() || node.isBoolean();
  }

  /** Returns the value of a node that {@link #isPlain}. */
  static Object value(JsonNode node) {
    if (node.isArray()) {
      return node.valueStream().map(PlainJson::value).toList();
    }
    if (node.isNumber()) {
      return node.numberValue();
    }
    return node.isBoolean() ? node.booleanValue() : node.stringValue();
  }
}
