package io.taskforge.docs;

import io.taskforge.server.Repository;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A text that users read: code and examples in documents, string literals of the program and the
 * dashboard, and annotations of Prometheus rules.
 */
record PrintedText(String source, String text) {
  private static final Pattern FENCE =
      Pattern.compile("^```(\\w*)\n(.*?)\n```$", Pattern.DOTALL | Pattern.MULTILINE);
  private static final Pattern CODE_SPAN = Pattern.compile("`([^`\n]+)`");
  private static final Pattern CONCATENATION = Pattern.compile("\"\\s*\\+\\s*\"");
  private static final Pattern QUOTE_CHARACTER = Pattern.compile("'\\\\?\"'");
  private static final Pattern LITERAL =
      Pattern.compile("\"\"\"\n(.*?)\"\"\"|\"((?:[^\"\\\\\n]|\\\\.)*)\"", Pattern.DOTALL);
  private static final Pattern TAG = Pattern.compile("</?\\w[^>]*>");
  private static final Pattern TEMPLATE = Pattern.compile("\\{\\{.*?}}");

  static List<PrintedText> all() {
    return Repository.files(".md", ".java", ".js", ".html", ".yml").stream()
        .filter(file -> !file.endsWith("CHANGELOG.md")) // it names commands without arguments
        .flatMap(file -> of(Repository.root().relativize(file).toString(), file))
        .toList();
  }

  private static Stream<PrintedText> of(String name, Path file) {
    String text = Repository.text(file);
    if (name.endsWith(".md")) {
      return inMarkdown(text).map(each -> new PrintedText(name, each));
    }
    if (!name.contains("/src/main/") && !name.startsWith("docs/")) {
      return Stream.of();
    }
    Stream<String> texts =
        name.endsWith(".java") || name.endsWith(".js")
            ? literals(text)
            : Stream.of(
                oneLine(TEMPLATE.matcher(TAG.matcher(text).replaceAll(" ")).replaceAll("%s")));
    return texts.map(each -> new PrintedText(name, each));
  }

  /** Lines of shell blocks, other blocks as a whole, and code spans. */
  static Stream<String> inMarkdown(String text) {
    List<String> found = new ArrayList<>();
    Matcher fences = FENCE.matcher(text);
    StringBuilder prose = new StringBuilder();
    while (fences.find()) {
      if (fences.group(1).matches("sh|console")) {
        fences.group(2).lines().forEach(found::add);
      } else {
        found.add(oneLine(fences.group(2)));
      }
      fences.appendReplacement(prose, "");
    }
    fences.appendTail(prose);
    CODE_SPAN.matcher(prose).results().map(span -> span.group(1)).forEach(found::add);
    return found.stream();
  }

  static Stream<String> literals(String source) {
    String joined = CONCATENATION.matcher(source).replaceAll("");
    return LITERAL
        .matcher(QUOTE_CHARACTER.matcher(joined).replaceAll(""))
        .results()
        .map(
            (MatchResult literal) -> literal.group(1) != null ? literal.group(1) : literal.group(2))
        .map(literal -> literal.replace("\\\"", "\"").replace("\\n", "\n"));
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s*\n\\s*", " ");
  }
}
