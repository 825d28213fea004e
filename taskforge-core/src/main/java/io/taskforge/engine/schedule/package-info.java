/** Fires due schedules: reads their documents, enqueues occurrences, moves the documents on. */
@NullMarked
package io.taskforge.engine.schedule;

import org.jspecify.annotations.NullMarked;
