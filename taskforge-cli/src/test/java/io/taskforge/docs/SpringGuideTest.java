package io.taskforge.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.Repository;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The properties of the Spring Boot guide, and the figures of the comparison. */
class SpringGuideTest {
  @Test
  void the_properties_of_the_guide_are_those_of_the_example() {
    String example =
        text("taskforge-spring-examples/src/main/resources/application.yml")
            .replaceFirst("(?s)^spring:\n.*?\n  taskforge:", "spring:\n  taskforge:")
            .replaceFirst("(?s)\nmanagement:.*", "");

    assertThat(new Document("guide", text("docs/guides/spring-boot.md")).blocks("yaml").toList())
        .isEqualTo(List.of(example));
  }

  @ParameterizedTest
  @CsvSource({
    "TaskForge, WithTaskForge",
    "db-scheduler 16.12, WithDbScheduler",
    "'JobRunr 8.7, open source', WithJobRunr",
  })
  void the_comparison_counts_the_lines_of_each_library(String library, String source) {
    String folder = "taskforge-bench/src/test/java/io/taskforge/bench/sidebyside/";
    long code = lines(text(folder + source + ".java"));
    long test = lines(text(folder + source + "Test.java"));

    assertThat(text("docs/guides/side-by-side.md"))
        .contains("| %s | %d | %d | %d |".formatted(library, code, test, code + test));
  }

  @Test
  void the_comparison_shows_the_same_tests_and_taskforge_is_the_shortest() {
    List<Document> libraries =
        Stream.of(text("docs/guides/side-by-side.md").split("\n## ", -1))
            .skip(1)
            .map(section -> new Document(section.lines().findFirst().orElseThrow(), section))
            .toList();

    assertThat(libraries)
        .extracting(Document::name)
        .containsExactly("TaskForge", "db-scheduler", "JobRunr");
    assertThat(libraries)
        .allSatisfy(
            library ->
                assertThat(library.text())
                    .contains(
                        "void placeOrder(",
                        "after_six_attempts()",
                        "void a_mail_is_stored_with_its_order_or_not_at_all()"));
    List<Long> lengths =
        libraries.stream()
            .map(
                library ->
                    library.blocks("java").flatMap(String::lines).filter(l -> !l.isBlank()).count())
            .toList();
    assertThat(lengths.get(0)).isLessThan(lengths.get(1)).isLessThan(lengths.get(2));
  }

  private static long lines(String source) {
    Matcher snippet =
        Pattern.compile("// snippet:[\\w-]+\n(.*?)\n *// end", Pattern.DOTALL).matcher(source);
    assertThat(snippet.find()).isTrue();
    return snippet.group(1).lines().filter(line -> !line.isBlank()).count();
  }

  private static String text(String path) {
    return Repository.text(Repository.root().resolve(Path.of(path)));
  }
}
