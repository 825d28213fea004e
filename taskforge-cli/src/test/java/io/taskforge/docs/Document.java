package io.taskforge.docs;

import io.taskforge.server.Repository;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One Markdown file and the code in it. */
record Document(String name, String text) {
  private static final Pattern SNIPPET =
      Pattern.compile("// snippet:[\\w-]+\n(.*?)\n *// end", Pattern.DOTALL);

  static List<Document> all() {
    return Repository.files(".md").stream().map(Document::of).toList();
  }

  private static Document of(Path file) {
    return new Document(Repository.root().relativize(file).toString(), Repository.text(file));
  }

  /** Returns the fenced blocks of {@code language}. */
  Stream<String> blocks(String language) {
    return Pattern.compile("^```" + language + "\n(.*?)\n```$", Pattern.DOTALL | Pattern.MULTILINE)
        .matcher(text)
        .results()
        .map(match -> match.group(1));
  }

  /** Returns the code between the snippet markers in all tests and examples. */
  static List<String> snippets() {
    return Repository.files(".java").stream()
        .filter(file -> file.toString().matches(".*/(src/test|taskforge-(spring-)?examples)/.*"))
        .flatMap(file -> SNIPPET.matcher(Repository.text(file)).results().toList().stream())
        .map((MatchResult match) -> match.group(1).stripTrailing().stripIndent())
        .toList();
  }
}
