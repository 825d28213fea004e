package io.taskforge.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaConstructor;
import java.time.Clock;
import java.util.Map;
import java.util.Set;

/** Calls whose result depends on more than their arguments: clocks, randomness, waiting. */
final class HiddenInputs extends DescribedPredicate<JavaAccess<?>> {
  private static final Set<String> ANY_METHOD = Set.of();
  private static final Map<String, Set<String>> METHODS =
      Map.ofEntries(
          Map.entry("java.lang.System", Set.of("currentTimeMillis", "nanoTime")),
          Map.entry("java.lang.Thread", Set.of("sleep")),
          Map.entry("java.util.concurrent.locks.LockSupport", Set.of("parkNanos", "parkUntil")),
          Map.entry(
              "java.util.concurrent.Executors",
              Set.of("newScheduledThreadPool", "newSingleThreadScheduledExecutor")),
          Map.entry("java.lang.Math", Set.of("random")),
          Map.entry("java.lang.StrictMath", Set.of("random")),
          Map.entry("java.util.UUID", Set.of("randomUUID")),
          Map.entry("java.util.Calendar", Set.of("getInstance")),
          Map.entry("java.util.concurrent.ThreadLocalRandom", ANY_METHOD),
          Map.entry("java.util.random.RandomGenerator", Set.of("getDefault", "of")),
          Map.entry(
              "java.time.Clock",
              Set.of("systemUTC", "systemDefaultZone", "system", "tickMillis", "tickSeconds")),
          Map.entry("java.time.InstantSource", Set.of("system")));
  private static final Set<String> UNSEEDED =
      Set.of(
          "java.util.Random",
          "java.util.SplittableRandom",
          "java.security.SecureRandom",
          "java.util.Date");

  HiddenInputs() {
    super("a clock, a random source or a wait");
  }

  @Override
  public boolean test(JavaAccess<?> access) {
    if (!(access.getTarget() instanceof CodeUnitAccessTarget target)) {
      return false;
    }
    String owner = target.getOwner().getName();
    String method = target.getName();
    if (method.equals(JavaConstructor.CONSTRUCTOR_NAME)) {
      return UNSEEDED.contains(owner) && target.getRawParameterTypes().isEmpty();
    }
    if (owner.startsWith("java.time.") && method.equals("now")) {
      return target.getRawParameterTypes().stream()
          .noneMatch(type -> type.isEquivalentTo(Clock.class));
    }
    Set<String> methods = METHODS.get(owner);
    return methods != null && (methods.equals(ANY_METHOD) || methods.contains(method));
  }
}
