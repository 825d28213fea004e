package io.taskforge.store.tck;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Commands that start Java programs in separate processes, for tests that kill them. */
public final class JavaProcess {
  private JavaProcess() {}

  /**
   * Returns a process with the class path of this one, which has not been started.
   *
   * @param program JVM options, the main class or source file, and its arguments
   */
  public static ProcessBuilder of(List<String> program) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(property("java.home"), "bin", "java").toString());
    // Such programs end before the second compiler pays.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    if (Runtime.version().feature() >= 24) {
      // SQLite's driver loads a native library; the manifest of a packaged program allows it.
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.addAll(List.of("-cp", property("java.class.path")));
    command.addAll(program);
    return new ProcessBuilder(command);
  }

  private static String property(String name) {
    return Objects.requireNonNull(System.getProperty(name));
  }
}
