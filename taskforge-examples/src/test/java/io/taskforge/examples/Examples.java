package io.taskforge.examples;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Finds the examples and runs them. */
final class Examples {
  private Examples() {}

  /** Returns every class of this package that has a main method. */
  static List<Class<?>> all() throws IOException, URISyntaxException {
    Path folder =
        Path.of(QuickStart.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .resolve("io/taskforge/examples");
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("\\w+\\.class"))
          .<Class<?>>map(name -> load(name.substring(0, name.length() - ".class".length())))
          .filter(Examples::hasMain)
          .toList();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName("io.taskforge.examples." + name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean hasMain(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .anyMatch(method -> method.getName().equals("main") && isPublicStatic(method));
  }

  private static boolean isPublicStatic(java.lang.reflect.Method method) {
    return Modifier.isPublic(method.getModifiers()) && Modifier.isStatic(method.getModifiers());
  }

  /** Runs an example and returns what it printed. */
  static String run(Class<?> example, String... args) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      example.getMethod("main", String[].class).invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      throw new AssertionError(example.getSimpleName() + " failed", e.getCause());
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }
}
