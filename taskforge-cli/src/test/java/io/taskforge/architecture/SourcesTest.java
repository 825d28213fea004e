package io.taskforge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.Repository;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourcesTest {
  private static final int MAX_LINES = 400;
  // Concatenated so that this file does not match its own search.
  private static final Pattern HOME =
      Pattern.compile("(?<![\\w.$}])/" + "(home|Users|root)/[\\w.]|[A-Z]:\\\\Users" + "\\\\");

  @Test
  void no_source_file_is_longer_than_400_lines() {
    List<Path> sources = Repository.files(".java");

    assertThat(sources).hasSizeGreaterThan(40);
    assertThat(sources).filteredOn(file -> isTooLong(Repository.text(file))).isEmpty();
  }

  @Test
  void the_length_of_a_file_is_measured() {
    assertThat(isTooLong("x\n".repeat(400))).isFalse();
    assertThat(isTooLong("x\n".repeat(401))).isTrue();
  }

  private static boolean isTooLong(String text) {
    return text.lines().count() > MAX_LINES;
  }

  @Test
  void no_file_names_a_home_directory() {
    List<Path> files = Repository.files();

    assertThat(files).contains(Repository.root().resolve("pom.xml"));
    assertThat(files).filteredOn(file -> HOME.matcher(Repository.text(file)).find()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/home" + "/ann",
        "cp /root" + "/m2 x",
        "'/Users" + "/ann'",
        "C:\\Users" + "\\ann"
      })
  void a_home_directory_is_recognised(String text) {
    assertThat(HOME.matcher(text).find()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"$root/taskforge", "example.com/home" + "/page", "/usr/lib/jvm"})
  void other_paths_are_allowed(String text) {
    assertThat(HOME.matcher(text).find()).isFalse();
  }
}
