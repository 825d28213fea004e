/** Clients that mean no good, or don't know better. */
@NullMarked
package io.taskforge.server.hostile;

import org.jspecify.annotations.NullMarked;
