package io.taskforge.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.Repository;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The guide to configuration lists exactly the settings of a server. */
class SettingsGuideTest {
  private static final Pattern DESCRIBED = Pattern.compile("(\\S+) +(.*?)(?: \\(([^()]*)\\))?");

  /** The rows of the guide's table. */
  private static List<String> rows() {
    return Repository.text(Repository.root().resolve("docs/guides/configuration.md"))
        .lines()
        .filter(line -> line.contains("| `TASKFORGE_"))
        .toList();
  }

  @Test
  void the_guide_has_every_setting_with_its_variable_default_and_meaning() {
    assertThat(rows())
        .isEqualTo(Settings.described().stream().map(SettingsGuideTest::row).toList());
  }

  private static String row(String described) {
    Matcher setting = DESCRIBED.matcher(described);
    assertThat(setting.matches()).as(described).isTrue();
    String usual = setting.group(3) == null ? "" : "`" + setting.group(3) + "` ";
    return "| `%s` | `%s` | %s| %s |"
        .formatted(setting.group(1), variable(setting.group(1)), usual, setting.group(2));
  }

  private static String variable(String name) {
    return "TASKFORGE_" + name.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
  }

  @Test
  void every_variable_and_default_of_the_guide_is_accepted() {
    for (String row : rows()) {
      String[] cells = row.replace("`", "").split(" *\\| *", -1);

      ServerOptions options = new Settings().environment(Map.of(cells[2], cells[3])).options();

      assertThat(options).as(row).isEqualTo(new Settings().options());
    }
  }
}
