package io.taskforge.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.be;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.taskforge.cli.Main;
import io.taskforge.engine.EngineEnvironment;
import io.taskforge.jdbc.postgres.PostgresJobStoreBuilder;
import io.taskforge.jdbc.sqlite.SqliteJobStore;
import io.taskforge.server.Server;
import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.jspecify.annotations.NullMarked;

/** Architecture rules for the main code of all modules. */
final class Rules {
  private Rules() {}

  // The classes that wire the program to its process; each one here needs a reason.
  private static final Class<?>[] WIRING = {
    Main.class,
    EngineEnvironment.class,
    SqliteJobStore.Builder.class,
    PostgresJobStoreBuilder.class,
    Server.class // secrets need a random source that callers cannot replace
  };

  // AllAtOnce synchronizes the threads of the contract tests, Pause waits between requests of a
  // command, and the others wait before they retry a busy database.
  private static final String WAITS_FOR_REAL =
      "io\\.taskforge\\.(store\\.tck\\.AllAtOnce|cli\\.Pause|jdbc\\.(postgres\\.Transactions|sqlite\\.DatabaseFile))";

  static ArchRule noHiddenInputs() {
    return noClasses()
        .that()
        .doNotBelongToAnyOf(WIRING)
        .and()
        .haveNameNotMatching(WAITS_FOR_REAL)
        .should()
        .accessTargetWhere(new HiddenInputs())
        .because("time, randomness and waiting are arguments, so that tests decide them");
  }

  /** Policies and failure classification, in {@code packages}, depend only on values. */
  static ArchRule policiesStandAlone(String... packages) {
    return classes()
        .that()
        .resideInAnyPackage(packages)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(
                    "java..",
                    "org.jspecify..",
                    "io.taskforge.json",
                    "io.taskforge.text",
                    "io.taskforge.value")
                .or(resideInAnyPackage(packages)))
        .because("policies must be usable anywhere; their JSON form is in a package of its own");
  }

  static ArchRule noPackageCycles() {
    return slices()
        .assignedFrom(EACH_PACKAGE)
        .should()
        .beFreeOfCycles()
        .because("packages that need each other are one package");
  }

  private static final SliceAssignment EACH_PACKAGE =
      new SliceAssignment() {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
          return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
          return "each package";
        }
      };

  static ArchRule onlyTheCliUsesTheServer() {
    return noClasses()
        .that()
        .resideOutsideOfPackages("io.taskforge.server..", "io.taskforge.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.taskforge.server..")
        .because("dependencies point inward: only the CLI starts a server");
  }

  static ArchRule nothingUsesTheCli() {
    return noClasses()
        .that()
        .resideOutsideOfPackage("io.taskforge.cli..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.taskforge.cli..")
        .because("dependencies point inward: the CLI is the outermost module");
  }

  static ArchRule packagesHaveNamesFromTheDomain() {
    return noClasses()
        .should()
        .resideInAnyPackage("..util..", "..utils..", "..impl..", "..helper..", "..helpers..");
  }

  static ArchRule classesHaveNamesFromTheDomain() {
    return noClasses().should().haveNameMatching(".*(Manager|Impl|Utils?|Helpers?)");
  }

  static ArchRule noJavaSerialization() {
    return noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(ObjectInputStream.class, ObjectOutputStream.class, Externalizable.class)
        .because("stored bytes must not choose which classes are made");
  }

  static ArchRule onlyWiringTouchesTheProcessStreams() {
    return noClasses()
        .that()
        .doNotBelongToAnyOf(WIRING)
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .accessField(System.class, "in")
        .because("commands write to the console that they are given");
  }

  static ArchRule packagesSayWhatMayBeNull() {
    return classes().that(not(NAMED_MODULE_INFO)).should(be(IN_NULL_MARKED_PACKAGE));
  }

  private static final DescribedPredicate<JavaClass> NAMED_MODULE_INFO =
      DescribedPredicate.describe("module-info", type -> type.getName().equals("module-info"));

  private static final DescribedPredicate<JavaClass> IN_NULL_MARKED_PACKAGE =
      DescribedPredicate.describe(
          "in a @NullMarked package", type -> type.getPackage().isAnnotatedWith(NullMarked.class));
}
