/**
 * Failure classification: turns exceptions and HTTP responses into a {@link
 * io.taskforge.failure.Failure} with a type, a kind and a fingerprint. Pure.
 */
@NullMarked
package io.taskforge.failure;

import org.jspecify.annotations.NullMarked;
