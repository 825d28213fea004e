/** A raw HTTP client, for requests that no client library would send. */
@NullMarked
package io.taskforge.server.wire;

import org.jspecify.annotations.NullMarked;
