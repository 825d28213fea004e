package io.taskforge.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.INTERFACES;
import static com.tngtech.archunit.core.domain.JavaModifier.PRIVATE;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.taskforge.job.JobContext;
import io.taskforge.job.JobDetails;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.ToLongFunction;

/** Architecture rules on the number of methods and components. */
final class SizeRules {
  private SizeRules() {}

  private static final int MAX_METHODS = 12;
  private static final int MAX_COMPONENTS = 8;

  // One accessor for each thing that a handler or a reader may ask about a job.
  private static final Class<?>[] ACCESSORS = {JobContext.class, JobDetails.class};

  // The options of a builder, what a worker announces, and the event files of the checker.
  private static final String WIDE_RECORDS =
      "io\\.taskforge\\.(client\\.RemoteWorkerBuilder\\$Config|query\\.WorkerInfo"
          + "|simulator\\.check\\.Event\\$\\w+)";

  // Not those of the contract suite, whose methods are tests.
  static ArchRule interfacesHaveFewMethods() {
    return classes()
        .that(INTERFACES)
        .and()
        .arePublic()
        .and()
        .areNotAnnotations()
        .and()
        .resideOutsideOfPackage("io.taskforge.store.tck..")
        .and()
        .doNotBelongToAnyOf(ACCESSORS)
        .should(
            haveAtMost(MAX_METHODS, "methods", type -> count(type.getMethods(), STATIC, PRIVATE)))
        .because("a large interface has several roles; it can extend one interface for each");
  }

  static ArchRule recordsHaveFewComponents() {
    return classes()
        .that(DescribedPredicate.describe("are records", JavaClass::isRecord))
        .and()
        .haveNameNotMatching(WIDE_RECORDS)
        .should(haveAtMost(MAX_COMPONENTS, "components", type -> count(type.getFields(), STATIC)))
        .because("components that belong together form a record of their own");
  }

  private static ArchCondition<JavaClass> haveAtMost(
      int most, String what, ToLongFunction<JavaClass> number) {
    return new ArchCondition<>("have at most %d %s".formatted(most, what)) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        long found = number.applyAsLong(type);
        String message = "%s has %d %s".formatted(type.getName(), found, what);
        events.add(new SimpleConditionEvent(type, found <= most, message));
      }
    };
  }

  private static long count(Collection<? extends JavaMember> members, JavaModifier... not) {
    return members.stream()
        .filter(member -> !member.getModifiers().contains(SYNTHETIC))
        .filter(
            member -> Arrays.stream(not).noneMatch(each -> member.getModifiers().contains(each)))
        .count();
  }
}
