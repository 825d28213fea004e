package io.taskforge.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A {@code taskforge} command in a text that users read. In prose it ends at a punctuation mark.
 *
 * @param exitCode the documented exit code, or null if there is none
 */
record PrintedCommand(String source, List<String> args, @Nullable Integer exitCode) {
  private static final Pattern WORD = Pattern.compile("\\G ('[^']*'|\"[^\"]*\"|[^\\s'\"`]+)");
  private static final Pattern EXIT_CODE = Pattern.compile("# exit code (\\d)");

  static List<PrintedCommand> all(String commandNames) {
    Pattern start =
        Pattern.compile(
            "\\./taskforge(?= )|(?<![\\w./-])taskforge(?= (?:%s)\\b)".formatted(commandNames));
    return PrintedText.all().stream().flatMap(text -> in(text, start)).distinct().toList();
  }

  static Stream<PrintedCommand> in(PrintedText printed, Pattern start) {
    return start
        .matcher(printed.text())
        .results()
        .map(
            found ->
                new PrintedCommand(
                    printed.source(),
                    words(printed.text().substring(found.end())),
                    exitCode(printed.text())));
  }

  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(text);
    while (word.find()) {
      String given = word.group(1);
      if (given.matches("[|>#&].*|\\(.*")) {
        break;
      }
      if (given.matches("['\"].*")) {
        words.add(given.substring(1, given.length() - 1));
        continue;
      }
      String bare = given.replaceAll("[.,;:)]+$", "");
      words.add(bare);
      if (!bare.equals(given)) {
        break;
      }
    }
    return List.copyOf(words);
  }

  private static @Nullable Integer exitCode(String text) {
    Matcher code = EXIT_CODE.matcher(text);
    return code.find() ? Integer.valueOf(code.group(1)) : null;
  }

  @Override
  public String toString() {
    return source + ": ./taskforge " + String.join(" ", args);
  }
}
