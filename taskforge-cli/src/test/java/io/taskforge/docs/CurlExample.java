package io.taskforge.docs;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Commands with {@code curl} in a document, and their documented output.
 *
 * @param exitCode of the last command
 */
record CurlExample(String document, String commands, String printed, int exitCode) {
  private static final Pattern BLOCK =
      Pattern.compile(
          "^```sh\n((?:(?!```).)*?\\bcurl .*?)\n```\n+```\n(.*?)\n```$",
          Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern EXIT_CODE = Pattern.compile("# exit code (\\d+)\\s*$");

  static List<CurlExample> in(Document document) {
    return BLOCK
        .matcher(document.text())
        .results()
        .map(match -> of(document.name(), match.group(1), match.group(2)))
        .toList();
  }

  private static CurlExample of(String document, String commands, String printed) {
    Matcher exitCode = EXIT_CODE.matcher(commands);
    return new CurlExample(
        document, commands, printed, exitCode.find() ? Integer.parseInt(exitCode.group(1)) : 0);
  }

  /** Whether the output matches the documented output, in which … matches anything. */
  boolean matches(String real) {
    String pattern =
        Pattern.compile("…|[^…]+")
            .matcher(printed.strip())
            .replaceAll(
                part ->
                    Matcher.quoteReplacement(
                        part.group().equals("…") ? ".*" : Pattern.quote(part.group())));
    return Pattern.compile(pattern, Pattern.DOTALL).matcher(real.strip()).matches();
  }
}
