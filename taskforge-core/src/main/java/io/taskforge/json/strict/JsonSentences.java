package io.taskforge.json.strict;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/**
 * What is wrong with a JSON text, in our own words. The messages of the JSON library name its
 * classes and settings, which tell a caller nothing.
 */
final class JsonSentences {
  static final String MORE_FOLLOWS = "more text follows it";

  private static final String LIMIT = " \\(\\d+\\) exceeds the maximum allowed \\((\\d+)";

  /** In the order in which they are tried. */
  private static final List<Sentence> SENTENCES =
      List.of(
          new Sentence("Document nesting depth" + LIMIT, "it is nested more than %s levels deep"),
          new Sentence("Number value length" + LIMIT, "a number has more than %s characters"),
          new Sentence("String value length" + LIMIT, "a string has more than %s characters"),
          new Sentence("Name length" + LIMIT, "a key has more than %s characters"),
          new Sentence("Document length" + LIMIT, "it has more than %s characters"),
          new Sentence("Duplicate Object property \"([ !#-~]{1,99})\"", "key '%s' occurs twice"),
          new Sentence("Duplicate Object property", "a key occurs twice"),
          new Sentence("Trailing token", MORE_FOLLOWS),
          new Sentence("Unexpected end-of-input", "it ends too early"),
          new Sentence("Unexpected close marker '(.)'", "unexpected '%s'"),
          new Sentence("[\\w-]+ token '([ -&(-~]{1,40})'", "unexpected '%s'"),
          new Sentence("[\\w-]+ token '", "unexpected text"),
          new Sentence("Unrecognized character escape", "a string has an unknown escape sequence"),
          new Sentence("Illegal unquoted character", "a string has a raw control character"),
          new Sentence("Invalid numeric value: Leading zero", "a number has a leading zero"));

  private static final Pattern CHARACTER =
      Pattern.compile("Unexpected character \\(.*?code (\\d+)(.*)", Pattern.DOTALL);

  private record Sentence(Pattern beginning, String text) {
    Sentence(String beginning, String text) {
      this(Pattern.compile(beginning), text);
    }
  }

  private JsonSentences() {}

  static String of(JacksonException e) {
    String message = String.valueOf(e.getOriginalMessage());
    for (Sentence sentence : SENTENCES) {
      Matcher matcher = sentence.beginning.matcher(message);
      if (matcher.lookingAt()) {
        return matcher.groupCount() == 0
            ? sentence.text
            : sentence.text.formatted(matcher.group(1));
      }
    }
    Matcher character = CHARACTER.matcher(message);
    return character.matches()
        ? "unexpected " + shown(Integer.parseInt(character.group(1))) + expected(character.group(2))
        : "it is not valid JSON";
  }

  private static String shown(int codePoint) {
    return codePoint > ' ' && codePoint < 0x7F
        ? "'" + (char) codePoint + "'"
        : "character U+%04X".formatted(codePoint);
  }

  private static String expected(String rest) {
    if (rest.contains("numeric value")) {
      return " in a number";
    }
    if (rest.contains("hex-digit")) {
      return ", expected four hexadecimal digits after \\u";
    }
    if (rest.contains("double-quote")) {
      return ", expected a key in double quotes";
    }
    if (rest.contains("a colon")) {
      return ", expected a colon after the key";
    }
    return rest.contains("comma") ? ", expected a comma" : "";
  }
}
