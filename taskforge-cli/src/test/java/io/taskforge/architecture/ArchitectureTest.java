package io.taskforge.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.taskforge.cli.TaskForgeCli;
import io.taskforge.client.TaskForgeClient;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.retry.RetryPolicy;
import io.taskforge.server.Server;
import io.taskforge.server.api.TestServer;
import io.taskforge.simulator.Scenario;
import io.taskforge.store.tck.JobStoreContract;
import io.taskforge.testing.ManualClock;
import io.taskforge.text.DurationText;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {
  private static final JavaClasses MAIN_CODE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("io.taskforge");
  private static final JavaClasses BROKEN =
      new ClassFileImporter().importPackages("io.taskforge.architecture.broken");

  @Test
  void the_rules_cover_every_module_and_no_tests() {
    assertThat(MAIN_CODE.contain(RetryPolicy.class)).isTrue();
    assertThat(MAIN_CODE.contain(DurationText.class)).isTrue();
    assertThat(MAIN_CODE.contain(SqliteJobStore.class)).isTrue();
    assertThat(MAIN_CODE.contain(ManualClock.class)).isTrue();
    assertThat(MAIN_CODE.contain(JobStoreContract.class)).isTrue();
    assertThat(MAIN_CODE.contain(Scenario.class)).isTrue();
    assertThat(MAIN_CODE.contain(Server.class)).isTrue();
    assertThat(MAIN_CODE.contain(TaskForgeClient.class)).isTrue();
    assertThat(MAIN_CODE.contain(TaskForgeCli.class)).isTrue();
    assertThat(MAIN_CODE.contain(ArchitectureTest.class)).isFalse();
    assertThat(MAIN_CODE.contain(TestServer.class)).isFalse();
  }

  static Stream<ArchRule> rules() {
    return Stream.of(
        Rules.noHiddenInputs(),
        Rules.policiesStandAlone("io.taskforge.retry", "io.taskforge.failure"),
        Rules.noPackageCycles(),
        Rules.onlyTheCliUsesTheServer(),
        Rules.nothingUsesTheCli(),
        Rules.packagesHaveNamesFromTheDomain(),
        Rules.classesHaveNamesFromTheDomain(),
        Rules.noJavaSerialization(),
        Rules.onlyWiringTouchesTheProcessStreams(),
        Rules.packagesSayWhatMayBeNull(),
        SizeRules.interfacesHaveFewMethods(),
        SizeRules.recordsHaveFewComponents());
  }

  @ParameterizedTest
  @MethodSource("rules")
  void the_main_code_follows_the_rules(ArchRule rule) {
    rule.check(MAIN_CODE);
  }

  static Stream<Arguments> violations() {
    String retry = "io.taskforge.architecture.broken.retry";
    return Stream.of(
        arguments(Rules.noHiddenInputs(), "ReadsTheClock.<init>()"),
        arguments(Rules.noHiddenInputs(), "ReadsTheClock.now()"),
        arguments(Rules.noHiddenInputs(), "ReadsTheClock.millis()"),
        arguments(Rules.noHiddenInputs(), "ReadsTheClock.nanos()"),
        arguments(Rules.noHiddenInputs(), "ReadsTheClock.waits()"),
        arguments(Rules.noHiddenInputs(), "ReadsTheClock.parks()"),
        arguments(Rules.noHiddenInputs(), "ReadsTheClock.parksUntil()"),
        arguments(Rules.noHiddenInputs(), "ReadsTheClock.schedules()"),
        arguments(Rules.noHiddenInputs(), "ReadsTheClock.schedulesAlone()"),
        arguments(Rules.noHiddenInputs(), "ThrowsDice.math()"),
        arguments(Rules.noHiddenInputs(), "ThrowsDice.local()"),
        arguments(Rules.noHiddenInputs(), "ThrowsDice.unseeded()"),
        arguments(Rules.noHiddenInputs(), "ThrowsDice.id()"),
        arguments(Rules.policiesStandAlone(retry), "KnowsTheCommandLine"),
        arguments(Rules.policiesStandAlone(retry), "ReadsJsonElsewhere"),
        arguments(Rules.noPackageCycles(), "cycle.chicken.Chicken"),
        arguments(Rules.onlyTheCliUsesTheServer(), "UsesTheServer"),
        arguments(Rules.nothingUsesTheCli(), "UsesTheCli"),
        arguments(Rules.packagesHaveNamesFromTheDomain(), "InUtils"),
        arguments(Rules.classesHaveNamesFromTheDomain(), "JobManager"),
        arguments(Rules.noJavaSerialization(), "Deserializes"),
        arguments(Rules.onlyWiringTouchesTheProcessStreams(), "PrintsToTheProcess.out()"),
        arguments(Rules.onlyWiringTouchesTheProcessStreams(), "PrintsToTheProcess.err()"),
        arguments(Rules.packagesSayWhatMayBeNull(), "InAnUnmarkedPackage"),
        arguments(SizeRules.interfacesHaveFewMethods(), "WideInterface"),
        arguments(SizeRules.recordsHaveFewComponents(), "WideRecord"));
  }

  @ParameterizedTest
  @MethodSource("violations")
  void a_class_that_breaks_the_rule_is_found(ArchRule rule, String culprit) {
    List<String> found = rule.evaluate(BROKEN).getFailureReport().getDetails();

    assertThat(found).anyMatch(line -> line.contains("." + culprit));
  }
}
