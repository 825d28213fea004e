package io.taskforge.spring.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.server.dashboard.Dashboard;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.core.io.support.SpringFactoriesLoader;

class DashboardHintsTest {
  @Test
  void a_native_image_has_every_file_of_the_dashboard() {
    RuntimeHints hints = new RuntimeHints();
    SpringFactoriesLoader.forResourceLocation("META-INF/spring/aot.factories")
        .load(RuntimeHintsRegistrar.class)
        .stream()
        .filter(DashboardHints.class::isInstance)
        .forEach(registrar -> registrar.registerHints(hints, null));

    List<String> files =
        Dashboard.routes().stream()
            .map(route -> route.path().replaceFirst("^/(dashboard/)?", ""))
            .map(file -> file.isEmpty() ? "index.html" : file)
            .toList();
    assertThat(files)
        .hasSizeGreaterThan(10)
        .allSatisfy(
            file ->
                assertThat(
                        RuntimeHintsPredicates.resource()
                            .forResource("io/taskforge/server/dashboard/" + file))
                    .accepts(hints));
  }
}
