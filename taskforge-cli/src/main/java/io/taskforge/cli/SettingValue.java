package io.taskforge.cli;

import io.taskforge.cli.client.CommandFailure;
import io.taskforge.json.strict.Json;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Reads the values of options that set something; {@code none} removes it. */
final class SettingValue {
  static final String NONE = "none";
  private static final Pattern BUDGET =
      Pattern.compile("(\\d{1,3})%(?:/(\\d*[a-z]+))?(?:,(\\d{1,9})/(\\d*[a-z]+))?");
  private static final Pattern RATE = Pattern.compile("(\\d{1,9})/(\\d*[a-z]+)");

  private SettingValue() {}

  static JsonNode text(String option, String value) {
    return value.equals(NONE) ? NullNode.getInstance() : StringNode.valueOf(value);
  }

  /** Reads words that are separated by commas. */
  static JsonNode list(String option, String value) {
    ArrayNode list = Json.object().putArray("list");
    for (String word : value.split(",", -1)) {
      list.add(word.strip());
    }
    return list;
  }

  static JsonNode truth(String option, String value) {
    if (!value.equals("true") && !value.equals("false")) {
      throw CommandFailure.invalid(
          "%s: '%s' is not allowed: must be true or false".formatted(option, value));
    }
    return BooleanNode.valueOf(value.equals("true"));
  }

  static JsonNode number(String option, String value) {
    if (value.equals(NONE)) {
      return NullNode.getInstance();
    }
    try {
      return DecimalNode.valueOf(new BigDecimal(value));
    } catch (NumberFormatException e) {
      throw CommandFailure.invalid(
          "%s: '%s' is not allowed: must be a number or none".formatted(option, value));
    }
  }

  /** Reads a retry budget such as {@code 20%} or {@code 20%/30s,5/1s}. */
  static JsonNode budget(String option, String value) {
    if (value.equals(NONE)) {
      return NullNode.getInstance();
    }
    Matcher budget = BUDGET.matcher(value);
    if (!budget.matches()) {
      throw CommandFailure.invalid(
          ("%s: '%s' is not allowed: must be a percentage such as 20%%, with an interval and a"
                  + " minimum rate such as 20%%/30s,5/1s, or none")
              .formatted(option, value));
    }
    ObjectNode json = Json.object().put("percent", Integer.parseInt(budget.group(1)));
    if (budget.group(2) != null) {
      json.put("interval", time(budget.group(2)));
    }
    if (budget.group(3) != null) {
      json.put("minRetryCount", Integer.parseInt(budget.group(3)));
      json.put("minRetryInterval", time(budget.group(4)));
    }
    return json;
  }

  /** Reads a rate such as {@code 100/1m} or {@code 10/s}. */
  static JsonNode rate(String option, String value) {
    if (value.equals(NONE)) {
      return NullNode.getInstance();
    }
    Matcher rate = RATE.matcher(value);
    if (!rate.matches()) {
      throw CommandFailure.invalid(
          "%s: '%s' is not allowed: must be jobs/time such as 100/1m, or none"
              .formatted(option, value));
    }
    return Json.object()
        .put("starts", Integer.parseInt(rate.group(1)))
        .put("per", time(rate.group(2)));
  }

  /** Returns {@code 1m} for {@code m}. */
  private static String time(String text) {
    return Character.isDigit(text.charAt(0)) ? text : "1" + text;
  }
}
