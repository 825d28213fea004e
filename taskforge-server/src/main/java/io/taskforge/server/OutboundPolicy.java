package io.taskforge.server;

import io.taskforge.server.access.AuthenticationSwitch;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.server.http.HttpServer;
import io.taskforge.server.outbound.SsrfPolicy;

/** What a server's outbound calls may reach, by its options and by whether it has keys. */
final class OutboundPolicy {
  private OutboundPolicy() {}

  /**
   * While only this machine can ask for calls, they may reach this machine; keys are for others,
   * and with the first of them that ends.
   */
  static SsrfPolicy of(ServerOptions options, AuthenticationSwitch authentication) {
    String allowed = options.allowTargets();
    if (allowed != null) {
      return SsrfPolicy.allowing(allowed);
    }
    return HttpServer.isLoopback(options.host())
        ? SsrfPolicy.publicOnly().andLoopbackWhile(() -> !authentication.isOn())
        : SsrfPolicy.publicOnly();
  }
}
