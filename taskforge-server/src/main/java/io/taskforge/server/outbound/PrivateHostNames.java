package io.taskforge.server.outbound;

import java.util.List;

/**
 * Host names that can only be of a private network: single labels, which a search domain completes,
 * and names under a suffix that the public DNS does not have.
 */
final class PrivateHostNames {
  private static final List<String> SUFFIXES =
      List.of(
          ".internal",
          ".local",
          ".localdomain",
          ".home.arpa",
          ".home",
          ".lan",
          ".intranet",
          ".corp",
          ".private",
          // Kubernetes services
          ".svc",
          ".default");

  private PrivateHostNames() {}

  static boolean isPrivate(String host) {
    return host.indexOf('.') < 0 || SUFFIXES.stream().anyMatch(host::endsWith);
  }
}
