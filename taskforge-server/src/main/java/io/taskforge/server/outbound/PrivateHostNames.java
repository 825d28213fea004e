package io.taskforge.server.outbound;

import java.util.List;

/**
 * Names that lead nowhere but inside, wherever they are looked up: of one part, which a network
 * completes by itself, or under an ending that the public tree of names does not have.
 */
final class PrivateHostNames {
  private static final List<String> ENDINGS =
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
          // of services in a cluster
          ".svc",
          ".default");

  private PrivateHostNames() {}

  static boolean isInside(String host) {
    return host.indexOf('.') < 0 || ENDINGS.stream().anyMatch(host::endsWith);
  }
}
