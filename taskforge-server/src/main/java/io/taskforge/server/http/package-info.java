/**
 * How the server speaks HTTP: routes as data, strict reading, problem details, limits, OpenAPI.
 * Knows nothing of jobs.
 */
@NullMarked
package io.taskforge.server.http;

import org.jspecify.annotations.NullMarked;
