/** Malformed, oversized and malicious requests. */
@NullMarked
package io.taskforge.server.hostile;

import org.jspecify.annotations.NullMarked;
