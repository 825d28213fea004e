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

  @Test
  void documents_contain_links() {
    assertThat(links()).hasSizeGreaterThan(40);
  }
}
