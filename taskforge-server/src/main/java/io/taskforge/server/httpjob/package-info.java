/** Jobs of type {@code http}: one call to a URL, and what its answer means for the job. */
@NullMarked
package io.taskforge.server.httpjob;

import org.jspecify.annotations.NullMarked;
