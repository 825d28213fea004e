/** Schedules as stored documents, and the quota of their occurrences. */
@NullMarked
package io.taskforge.engine.schedule;

import org.jspecify.annotations.NullMarked;
