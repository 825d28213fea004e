package io.taskforge.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.taskforge.cli.Main;
import io.taskforge.client.TaskForgeClient;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.server.Server;
import io.taskforge.simulator.Scenario;
import io.taskforge.store.tck.JobStoreContract;
import io.taskforge.testing.ManualClock;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.URISyntaxException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The exports and requirements of each library module, read from its compiled descriptor. */
@Tag("jdk")
class ModulesTest {
  @Test
  void core_exports_its_public_packages_and_nothing_else() throws Exception {
    ModuleDescriptor core = moduleOf(RetryPolicy.class);

    assertThat(core.name()).isEqualTo("io.taskforge.core");
    assertThat(core.isOpen()).isFalse();
    assertThat(core.opens()).isEmpty();
    assertThat(core.exports())
        .filteredOn(export -> !export.isQualified())
        .extracting(Exports::source)
        .containsExactlyInAnyOrder(
            "io.taskforge",
            "io.taskforge.audit",
            "io.taskforge.deadletter",
            "io.taskforge.destination",
            "io.taskforge.event",
            "io.taskforge.failure",
            "io.taskforge.job",
            "io.taskforge.json",
            "io.taskforge.metrics",
            "io.taskforge.query",
            "io.taskforge.queue",
            "io.taskforge.remote",
            "io.taskforge.retry",
            "io.taskforge.retry.json",
            "io.taskforge.schedule",
            "io.taskforge.stats",
            "io.taskforge.store",
            "io.taskforge.store.lane",
            "io.taskforge.store.memory",
            "io.taskforge.text",
            "io.taskforge.trace",
            "io.taskforge.value");
    assertThat(core.exports())
        .filteredOn(Exports::isQualified)
        .allSatisfy(
            export -> {
              assertThat(export.source())
                  .matches("io\\.taskforge\\.(engine(\\..*)?|json\\.strict)");
              assertThat(export.targets())
                  .isSubsetOf(
                      "io.taskforge.client", "io.taskforge.simulator", "io.taskforge.testing");
            });
  }

  @Test
  void core_requires_few_modules() throws Exception {
    assertThat(moduleOf(RetryPolicy.class).requires())
        .extracting(Requires::name)
        .containsExactlyInAnyOrder(
            "com.github.f4b6a3.uuid",
            "java.base",
            "java.sql",
            "micrometer.core",
            "org.jspecify",
            "org.slf4j",
            "tools.jackson.core",
            "tools.jackson.databind");
  }

  @Test
  void the_database_stores_export_one_package_each() throws Exception {
    ModuleDescriptor jdbc = moduleOf(SqliteJobStore.class);

    assertThat(jdbc.name()).isEqualTo("io.taskforge.jdbc");
    assertThat(jdbc.opens()).isEmpty();
    assertThat(jdbc.exports())
        .extracting(Exports::source)
        .containsExactlyInAnyOrder("io.taskforge.jdbc.postgres", "io.taskforge.jdbc.sqlite");
  }

  @Test
  void the_client_requires_the_core_and_the_http_client_of_java() throws Exception {
    ModuleDescriptor client = moduleOf(TaskForgeClient.class);

    assertThat(client.exports()).extracting(Exports::source).containsExactly("io.taskforge.client");
    assertThat(client.requires())
        .extracting(Requires::name)
        .containsExactlyInAnyOrder(
            "io.taskforge.core",
            "java.base",
            "java.net.http",
            "org.slf4j",
            "tools.jackson.core",
            "tools.jackson.databind");
  }

  @Test
  void the_simulator_requires_the_core_alone() throws Exception {
    ModuleDescriptor simulator = moduleOf(Scenario.class);

    assertThat(simulator.exports())
        .extracting(Exports::source)
        .containsExactlyInAnyOrder(
            "io.taskforge.simulator",
            "io.taskforge.simulator.chart",
            "io.taskforge.simulator.check",
            "io.taskforge.simulator.cluster",
            "io.taskforge.simulator.history");
    assertThat(simulator.requires())
        .extracting(Requires::name)
        .containsExactlyInAnyOrder(
            "io.taskforge.core", "java.base", "tools.jackson.core", "tools.jackson.databind");
  }

  @Test
  void only_the_contract_tests_need_junit() throws Exception {
    assertThat(moduleOf(ManualClock.class).exports())
        .extracting(Exports::source)
        .containsExactly("io.taskforge.testing");
    assertThat(moduleOf(ManualClock.class).requires())
        .extracting(Requires::name)
        .doesNotContain("org.junit.jupiter.api");
    assertThat(moduleOf(JobStoreContract.class).requires())
        .extracting(Requires::name)
        .contains("org.junit.jupiter.api");
  }

  @ParameterizedTest
  @ValueSource(classes = {Server.class, Main.class})
  void the_server_and_the_cli_are_not_modules(Class<?> member) throws Exception {
    assertThat(finder(member).findAll()).noneMatch(found -> !found.descriptor().isAutomatic());
  }

  private static ModuleDescriptor moduleOf(Class<?> member) throws URISyntaxException {
    return finder(member).findAll().stream()
        .map(ModuleReference::descriptor)
        .reduce(
            (one, other) -> {
              throw new IllegalStateException("two modules: " + one + ", " + other);
            })
        .orElseThrow();
  }

  private static ModuleFinder finder(Class<?> member) throws URISyntaxException {
    return ModuleFinder.of(
        Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI()));
  }
}
