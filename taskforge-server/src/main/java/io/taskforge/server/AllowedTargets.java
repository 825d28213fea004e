package io.taskforge.server;

import io.taskforge.server.access.FirstKey;
import io.taskforge.server.config.ServerOptions;
import io.taskforge.server.http.HttpServer;
import io.taskforge.server.outbound.TargetRules;

/** What a server's outbound calls may reach, by its options and by whether it has keys. */
final class AllowedTargets {
  private AllowedTargets() {}

  /**
   * While only this machine can ask for calls, they may reach this machine; keys are for others,
   * and with the first of them that ends.
   */
  static TargetRules of(ServerOptions options, FirstKey first) {
    String allowed = options.allowTargets();
    if (allowed != null) {
      return TargetRules.allowing(allowed);
    }
    return HttpServer.isLoopback(options.host())
        ? TargetRules.publicOnly().andLoopbackWhile(() -> !first.exists())
        : TargetRules.publicOnly();
  }
}
