/**
 * Failure classification: turns exceptions and HTTP responses into a {@link
 * io.taskforge.failure.Failure} with a type, a {@link io.taskforge.failure.FailureKind} and a
 * fingerprint. {@code KnownExceptions} lists the exceptions, {@code HttpStatuses} the status codes.
 * Pure functions.
 */
@NullMarked
package io.taskforge.failure;

import org.jspecify.annotations.NullMarked;
