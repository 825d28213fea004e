package io.taskforge.cli.output;

import io.taskforge.json.strict.Json;
import io.taskforge.text.PrintableText;
import tools.jackson.databind.JsonNode;

/** Formats a JSON value as one printable line. */
public final class JsonCell {
  public static final String NOTHING = "-";
  private static final String CUT = "...";

  private JsonCell() {}

  /** Returns the value unchanged: text without quotes, everything else as JSON. */
  public static String text(JsonNode node) {
    if (node.isMissingNode() || node.isNull()) {
      return "";
    }
    return node.isString() ? node.stringValue() : Json.write(node);
  }

  /** Returns printable text, truncated to {@code most} characters. */
  public static String shown(JsonNode node, int most) {
    return shown(text(node), most);
  }

  /** Returns printable text in full. */
  public static String shown(JsonNode node) {
    return shown(text(node));
  }

  public static String shown(String text) {
    return text.isEmpty() ? NOTHING : PrintableText.escaped(text);
  }

  /** Returns {@code text}, truncated to {@code width} characters with an ellipsis. */
  public static String cut(String text, int width, String ellipsis) {
    if (text.length() <= width) {
      return text;
    }
    int end = Math.max(0, width - ellipsis.length());
    boolean splitsPair = end > 0 && Character.isHighSurrogate(text.charAt(end - 1));
    return text.substring(0, splitsPair ? end - 1 : end) + ellipsis;
  }

  public static String shown(String text, int most) {
    if (text.isEmpty()) {
      return NOTHING;
    }
    String head = text.length() > 2 * most ? text.substring(0, 2 * most) : text;
    String safe = PrintableText.escaped(head);
    int length = safe.codePointCount(0, safe.length());
    return length <= most && head.length() == text.length()
        ? safe
        : safe.substring(0, safe.offsetByCodePoints(0, Math.min(length, most - CUT.length())))
            + CUT;
  }

  /** Returns a time to the second. */
  public static String time(JsonNode node) {
    return shown(text(node).replaceFirst("\\.\\d+Z$", "Z"), 40);
  }
}
