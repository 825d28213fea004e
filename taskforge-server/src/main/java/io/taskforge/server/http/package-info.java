/**
 * The HTTP layer of the server, independent of jobs: routes as data, request validation, problem
 * details (RFC 9457), optimistic locking with ETags, the OpenAPI document, and protection against
 * CSRF, DNS rebinding and overload.
 */
@NullMarked
package io.taskforge.server.http;

import org.jspecify.annotations.NullMarked;
