package io.taskforge.server.http;

import io.taskforge.server.access.Caller;
import java.util.function.Supplier;

/** Identifies the callers of requests. */
@FunctionalInterface
public interface CallerIdentity {
  /**
   * Returns what identifies the caller of a request: now, and again while a stream is open. It
   * throws an {@link io.taskforge.server.access.UnauthorizedException} for an unknown caller.
   */
  Supplier<Caller> of(Exchange exchange);
}
