package io.taskforge.engine;

import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Gives TestForge, the server and tests the engine of a {@code TaskForge}, whose public API must
 * not mention types of this package. {@code TaskForge} connects it when its class is initialized.
 */
public final class EngineAccess {
  private static volatile Function<Object, Engine> engines = EngineAccess::refuse;
  private static volatile BiConsumer<Object, EngineEnvironment> environments =
      (builder, environment) -> refuse(builder);

  private EngineAccess() {}

  /**
   * Sets how to reach the engine.
   *
   * @param engine returns the engine of a {@code TaskForge}
   * @param environment sets the environment of a {@code TaskForgeBuilder}
   */
  public static void connect(
      Function<Object, Engine> engine, BiConsumer<Object, EngineEnvironment> environment) {
    engines = engine;
    environments = environment;
  }

  public static Engine engineOf(Object taskForge) {
    return engines.apply(taskForge);
  }

  /** Sets clock, randomness, ids and threads of a {@code TaskForgeBuilder}, and returns it. */
  public static <B> B withEnvironment(B builder, EngineEnvironment environment) {
    environments.accept(builder, environment);
    return builder;
  }

  private static Engine refuse(Object argument) {
    throw new IllegalArgumentException(
        "expected a TaskForge or its builder but got " + argument.getClass().getName());
  }
}
