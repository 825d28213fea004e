/** Jobs of type {@code http}: one HTTP call each. */
@NullMarked
package io.taskforge.server.httpjob;

import org.jspecify.annotations.NullMarked;
