/**
 * The flows that the documentation of five other job systems describes, over HTTP: one class for
 * each system, in the order of its documentation. {@code docs/guides/coming-from.md} maps their
 * fields, settings and calls.
 */
@NullMarked
package io.taskforge.server.flow;

import org.jspecify.annotations.NullMarked;
