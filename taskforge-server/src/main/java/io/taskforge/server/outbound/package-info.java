/**
 * Outbound HTTP calls to URLs that users give, with SSRF protection ({@link
 * io.taskforge.server.outbound.SsrfPolicy}). DNS rebinding is prevented: a name is resolved once,
 * every address is checked, and only checked addresses are dialled. Calls are limited in time, size
 * and concurrency.
 */
@NullMarked
package io.taskforge.server.outbound;

import org.jspecify.annotations.NullMarked;
