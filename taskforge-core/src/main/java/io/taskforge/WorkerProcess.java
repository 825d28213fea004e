package io.taskforge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The host, the process id and the version of TaskForge of this worker, to display. */
final class WorkerProcess {
  private WorkerProcess() {}

  static String name() {
    String host = host();
    String process = "pid " + ProcessHandle.current().pid() + ", " + TaskForgeVersion.named();
    return host == null ? process : host + ", " + process;
  }

  /** Asks no DNS server, which may take long to answer or not answer at all. */
  private static @Nullable String host() {
    for (String variable : new String[] {"HOSTNAME", "COMPUTERNAME"}) {
      String name = System.getenv(variable);
      if (name != null && !name.isBlank()) {
        return name.strip();
      }
    }
    try {
      String name = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
      return name.isEmpty() ? null : name;
    } catch (IOException e) { // not on Linux
      return null;
    }
  }
}
