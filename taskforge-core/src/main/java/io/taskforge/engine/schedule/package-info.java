/** Fires due schedules: enqueues their jobs and updates their documents. */
@NullMarked
package io.taskforge.engine.schedule;

import org.jspecify.annotations.NullMarked;
