package io.taskforge.server.http;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which names a server may be called by. One that listens on loopback answers to loopback's names
 * only: otherwise a web page could reach it through a name of its own that points here.
 */
final class HostRule {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private final boolean loopbackOnly;

  private HostRule(boolean loopbackOnly) {
    this.loopbackOnly = loopbackOnly;
  }

  static HostRule forServerOn(String host) {
    return new HostRule(isLoopback(host));
  }

  /** Whether an address to listen on can be reached from this machine only. */
  static boolean isLoopback(String host) {
    return host.equals("localhost") || host.equals("::1") || host.matches("127(\\.\\d{1,3}){3}");
  }

  /**
   * Refuses what a page of another site lets a browser send. Browsers say where a request comes
   * from, and ask before they send JSON across sites, but not before they send nothing at all.
   */
  static void checkOrigin(
      String method, @Nullable String host, @Nullable String origin, @Nullable String fetchSite) {
    if (method.equals("GET") || method.equals("HEAD")) {
      return;
    }
    boolean foreignOrigin =
        origin != null
            && (host == null || !origin.replaceFirst("^https?://", "").equalsIgnoreCase(host));
    boolean foreignSite =
        fetchSite != null && !fetchSite.equals("same-origin") && !fetchSite.equals("none");
    if (foreignOrigin || foreignSite) {
      throw Problem.plain(
              403,
              "cross-site",
              "Not from another site",
              "a browser sent this for a page of another site")
          .exception();
    }
  }

  void check(@Nullable String hostHeader) {
    if (!loopbackOnly) {
      return;
    }
    String name = hostHeader == null ? "" : hostHeader.toLowerCase(Locale.ROOT);
    name = name.replaceFirst(":\\d{1,5}$", "");
    if (!LOOPBACK.contains(name) && !isLoopback(name)) {
      throw Problem.plain(
              421,
              "host",
              "Not this server",
              "this server listens on loopback only, and answers to localhost, 127.0.0.1 and [::1]")
          .exception();
    }
  }
}
