package io.taskforge.server;

import io.taskforge.server.access.AuthenticationSwitch;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.server.http.HttpServer;
import io.taskforge.server.outbound.SsrfPolicy;

/** The SSRF policy of a server, from its options. */
final class ServerSsrfPolicy {
  private ServerSsrfPolicy() {}

  /**
   * By default, loopback is allowed while the server listens on loopback and authentication is off,
   * because then only this machine can request calls.
   */
  static SsrfPolicy of(ServerOptions options, AuthenticationSwitch authentication) {
    String allowed = options.allowTargets();
    if (allowed != null) {
      return SsrfPolicy.allowing(allowed);
    }
    return HttpServer.isLoopback(options.listener().host())
        ? SsrfPolicy.publicOnly().andLoopbackWhile(() -> !authentication.isOn())
        : SsrfPolicy.publicOnly();
  }
}
