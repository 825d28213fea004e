/** The HTTP API under {@code /api/v1}: one class of routes for each resource. */
@NullMarked
package io.taskforge.server.api;

import org.jspecify.annotations.NullMarked;
