package io.taskforge.server.http;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Protects the server from web pages of other sites in a browser on this machine or network.
 *
 * <ul>
 *   <li>DNS rebinding: a server on a loopback address accepts only loopback names as Host, so that
 *       a page cannot reach it through a DNS name that resolves to 127.0.0.1.
 *   <li>CSRF: a request that changes anything must not come from another origin.
 * </ul>
 */
record CrossSiteProtection(boolean loopbackOnly) {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  static CrossSiteProtection forServerOn(String host) {
    return new CrossSiteProtection(isLoopback(host));
  }

  /** Whether {@code host} is a loopback address. */
  static boolean isLoopback(String host) {
    return host.equals("localhost") || host.equals("::1") || host.matches("127(\\.\\d{1,3}){3}");
  }

  /**
   * Sets the headers of every response, and rejects requests of other sites and malformed paths.
   */
  void protect(Exchange exchange) {
    exchange.setHeader("X-Content-Type-Options", "nosniff");
    exchange.setHeader("Cache-Control", "no-store");
    checkHost(exchange.header("Host"));
    checkOrigin(
        exchange.method(),
        exchange.header("Host"),
        exchange.header("Origin"),
        exchange.header("Sec-Fetch-Site"));
    PercentEncoding.requireIn(exchange.path());
  }

  /**
   * Rejects cross-site requests (CSRF protection). Browsers send no preflight request before a
   * cross-site POST without a body, but they send Origin and Sec-Fetch-Site.
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
          "Cross-site request rejected",
          "a browser sent this request for a page of another site");
    }
  }

  /** Rejects unexpected values of the Host header (DNS rebinding protection). */
  void checkHost(@Nullable String hostHeader) {
    if (!loopbackOnly) {
      return;
    }
    String name = hostHeader == null ? "" : hostHeader.toLowerCase(Locale.ROOT);
    name = name.replaceFirst(":\\d{1,5}$", "");
    if (!LOOPBACK.contains(name) && !isLoopback(name)) {
      throw Problem.plain(
          421,
          "host",
          "Unexpected Host header",
          "this server listens on a loopback address; Host must be localhost, 127.0.0.1 or [::1]");
    }
  }
}
