package io.taskforge.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.taskforge.server.Repository;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LinksTest {
  private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#]*)(?:#([^)]*))?\\)");
  private static final Pattern FENCED = Pattern.compile("(?s)```.*?```");
  // Files of modules and folders, but not what a build writes.
  private static final Pattern NAMED =
      Pattern.compile(
          "`(?:\\./)?((?:taskforge(?:-[a-z]+)*|docs|deploy|\\.ci)/(?!target/)[\\w./-]+)[ `]");
  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

  static Stream<Arguments> links() {
    return Document.all().stream()
        .flatMap(
            document ->
                LINK.matcher(document.text())
                    .results()
                    .map(
                        link ->
                            arguments(
                                document.name(),
                                link.group(1),
                                link.group(2) == null ? "" : link.group(2))));
  }

  @ParameterizedTest
  @MethodSource("links")
  void every_link_has_an_existing_file_and_heading(String document, String file, String anchor) {
    Path from = Repository.root().resolve(document);
    Path to = file.isEmpty() ? from : from.resolveSibling(file).normalize();

    assertThat(to).exists();
    if (!anchor.isEmpty()) {
      assertThat(HEADING.matcher(Repository.text(to)).results().map(each -> slug(each.group(1))))
          .contains(anchor);
    }
  }

  private static String slug(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\w -]", "").replace(' ', '-');
  }

  static Stream<Arguments> namedFiles() {
    return Document.all().stream()
        .flatMap(
            document ->
                NAMED
                    .matcher(FENCED.matcher(document.text()).replaceAll(""))
                    .results()
                    .map(named -> arguments(document.name(), named.group(1))));
  }

  @ParameterizedTest
  @MethodSource("namedFiles")
  void every_file_that_a_document_names_exists(String document, String file) {
    assertThat(Repository.root().resolve(file)).as(document).exists();
  }

  @Test
  void documents_contain_links_and_name_files() {
    assertThat(links()).hasSizeGreaterThan(40);
    assertThat(namedFiles()).hasSizeGreaterThan(10);
  }
}
