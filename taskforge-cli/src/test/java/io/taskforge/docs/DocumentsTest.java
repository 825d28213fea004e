package io.taskforge.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.taskforge.cli.CliRun;
import io.taskforge.retry.RetryPolicies;
import io.taskforge.retry.json.RetryPolicyJson;
import io.taskforge.server.Repository;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

class DocumentsTest {
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<groupId>io.taskforge</groupId>\\s*<artifactId>(.*?)</artifactId>\\s*<version>(.*?)</version>");
  private static final List<String> SNIPPETS = Document.snippets();

  static Stream<Arguments> javaBlocks() {
    return blocks("java");
  }

  @ParameterizedTest
  @MethodSource("javaBlocks")
  void java_in_documents_is_compiled(String document, String block) {
    assertThat(SNIPPETS).as(document).contains(block);
  }

  static Stream<Arguments> policies() {
    return blocks("json")
        .filter(block -> JsonMapper.shared().readTree((String) block.get()[1]).has("backoff"));
  }

  @ParameterizedTest
  @MethodSource("policies")
  void json_policies_in_documents_are_valid(String document, String block) {
    assertThatCode(() -> RetryPolicyJson.standard().read(block))
        .as(document)
        .doesNotThrowAnyException();
  }

  static Stream<Arguments> dependencies() {
    return blocks("xml")
        .flatMap(
            block ->
                DEPENDENCY
                    .matcher((String) block.get()[1])
                    .results()
                    .map(each -> arguments(block.get()[0], each.group(1), each.group(2))));
  }

  @ParameterizedTest
  @MethodSource("dependencies")
  void dependencies_in_documents_are_modules_of_this_version(
      String document, String module, String version) {
    assertThat(Repository.text(Repository.root().resolve("pom.xml")))
        .as(document)
        .contains("<module>" + module + "</module>")
        .containsPattern(
            "<groupId>io.taskforge</groupId>\\s*<artifactId>taskforge</artifactId>\\s*<version>%s</version>"
                .formatted(Pattern.quote(version)));
  }

  @Test
  void documents_contain_the_dependency_on_each_library() {
    assertThat(dependencies().map(each -> each.get()[1]))
        .contains(
            "taskforge-core",
            "taskforge-jdbc",
            "taskforge-testing",
            "taskforge-client",
            "taskforge-opentelemetry",
            "taskforge-spring-boot-starter",
            "taskforge-spring-boot-starter-dashboard");
  }

  @Test
  void documents_contain_java_and_policies() {
    assertThat(javaBlocks()).hasSizeGreaterThanOrEqualTo(5);
    assertThat(policies()).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void the_readmes_table_contains_every_preset_with_its_figures() {
    String readme = Repository.text(Repository.root().resolve("README.md"));
    List<String> listed = CliRun.of("policy", "list").out().lines().toList();

    for (String name : RetryPolicies.all().keySet()) {
      String row =
          listed.stream()
              .filter(line -> line.startsWith(" " + name + " "))
              .findFirst()
              .orElseThrow();
      String figures =
          row.substring(row.indexOf('|'), row.lastIndexOf('|') + 1).replaceAll(" +", " ");
      assertThat(readme).contains("| `" + name + "` " + figures);
    }
  }

  @Test
  void the_readme_shows_the_actual_output() {
    String shown = CliRun.of("policy", "show", "patient").out();
    String readme = Repository.text(Repository.root().resolve("README.md"));

    assertThat(readme).contains(shown.substring(0, shown.indexOf("\n\nbars:")));
  }

  private static Stream<Arguments> blocks(String language) {
    return Document.all().stream()
        .flatMap(
            document -> document.blocks(language).map(block -> arguments(document.name(), block)));
  }
}
