package io.taskforge.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The guide on failures matches the code. */
class FailureGuideTest {
  private static final Path ROOT = root();
  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SNIPPET =
      Pattern.compile("// snippet:\\w+\n(.*?)\n *// end", Pattern.DOTALL);
  private static final FailureClassifier CLASSIFIER = FailureClassifier.standard();

  /** The repository's root: set by the build, or the parent of the module that an IDE starts in. */
  private static Path root() {
    String given = System.getProperty("taskforge.root");
    return Path.of(given == null ? ".." : given);
  }

  @Test
  void the_table_of_exceptions_matches_the_code() {
    Map<String, List<String>> expected = new TreeMap<>();
    KnownExceptions.BY_CLASS_NAME.forEach(
        (name, meaning) ->
            expected.put(
                name,
                List.of(meaning.type().name(), broader(meaning.type()), word(meaning.kind()))));

    assertThat(table("Exceptions")).isEqualTo(expected);
  }

  @Test
  void the_table_of_error_types_matches_the_code() throws IllegalAccessException {
    Map<String, List<String>> expected = new TreeMap<>();
    for (var field : Errors.class.getFields()) {
      ErrorType type = (ErrorType) field.get(null);
      FailureKind kind = CLASSIFIER.classify(ReportedError.of(type), "").kind();
      expected.put(type.name(), List.of(broader(type), word(kind)));
    }

    assertThat(table("Names")).isEqualTo(expected);
    assertThat(KnownExceptions.KINDS.keySet())
        .allSatisfy(type -> assertThat(expected).containsKey(type.name()));
  }

  @Test
  void the_table_of_statuses_matches_the_code() {
    Map<String, List<String>> rows = table("HTTP statuses");
    IntStream.rangeClosed(300, 599)
        .forEach(
            status -> {
              String group = "other " + status / 100 + "xx";
              List<String> row = rows.get(rows.containsKey("" + status) ? "" + status : group);
              assertThat(row)
                  .as("%s", status)
                  .isEqualTo(
                      List.of(
                          rows.containsKey("" + status) ? "http_" + status : "http_ and the number",
                          HttpStatuses.alsoKnownAs(status).stream()
                              .map(ErrorType::name)
                              .collect(Collectors.joining(", ")),
                          word(HttpStatuses.kind(status))));
            });
    Set<String> groups = Set.of("other 3xx", "other 4xx", "other 5xx");
    assertThat(rows.keySet()).containsAll(groups);
    assertThat(rows.keySet())
        .filteredOn(name -> !groups.contains(name))
        .allSatisfy(name -> assertThat(Integer.parseInt(name)).isBetween(300, 599));
  }

  @Test
  void every_java_block_is_compiled_and_every_snippet_is_shown() throws IOException {
    Path source = Path.of("src/test/java/io/taskforge/failure/GuideSnippets.java");
    String compiled = Files.readString(ROOT.resolve("taskforge-core").resolve(source));

    List<String> shown = found(JAVA_BLOCK, guide());
    assertThat(shown).isNotEmpty().containsExactlyElementsOf(found(SNIPPET, compiled));
  }

  @Test
  void the_snippets_do_what_the_guide_says() {
    Failure invalid = CLASSIFIER.classify(new IllegalArgumentException("x"));

    assertThat(GuideSnippets.lists().neverOn().matches(invalid)).isTrue();
    assertThat(GuideSnippets.everything().retryOn().matches(invalid)).isTrue();
    assertThat(GuideSnippets.extending().classify(ReportedError.ofStatus(404), "x").kind())
        .isEqualTo(FailureKind.TRANSIENT);
    assertThat(judged("card_declined").retryForbidden()).isTrue();
    assertThat(judged("bank_closed").requestedDelay()).isEqualTo(java.time.Duration.ofHours(1));
    assertThat(judged("too_many_requests").kind()).isEqualTo(FailureKind.OVERLOAD);
    assertThat(judged("http_404").kind()).isEqualTo(FailureKind.PERMANENT);
    assertThat(CLASSIFIER.classify(GuideSnippets.later()).kind()).isEqualTo(FailureKind.OVERLOAD);
    assertThat(CLASSIFIER.classify(GuideSnippets.never()).retryForbidden()).isTrue();
    assertThat(
            CLASSIFIER
                .classify(GuideSnippets.answer(503, "7", java.time.Instant.EPOCH))
                .retryAfter())
        .isEqualTo(java.time.Duration.ofSeconds(7));
  }

  private static Failure judged(String code) {
    return CLASSIFIER.classify(GuideSnippets.judged(new GuideSnippets.PaymentRefused(code)));
  }

  private static List<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult result) -> result.group(1).stripIndent().strip())
        .toList();
  }

  private static String broader(ErrorType type) {
    ErrorType broader = KnownExceptions.BROADER.get(type);
    return broader == null ? "" : broader.name();
  }

  private static String word(FailureKind kind) {
    return kind.name().toLowerCase(java.util.Locale.ROOT);
  }

  /** The rows of the table under a heading, keyed by the first cell, without backticks. */
  private static Map<String, List<String>> table(String heading) {
    Map<String, List<String>> rows = new TreeMap<>();
    String section = guide().split("\n### " + Pattern.quote(heading) + "\n", 2)[1];
    Stream<String> lines = section.lines().takeWhile(line -> !line.startsWith("#"));
    for (String line : lines.filter(l -> l.startsWith("|")).skip(2).toList()) {
      List<String> cells =
          new ArrayList<>(
              Arrays.stream(line.split("\\|", -1)).map(c -> c.replace("`", "").strip()).toList());
      assertThat(rows).as("one row for each").doesNotContainKey(cells.get(1));
      rows.put(cells.get(1), cells.subList(2, cells.size() - 1));
    }
    return rows;
  }

  private static String guide() {
    try {
      return Files.readString(ROOT.resolve("docs/guides/failures.md"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
