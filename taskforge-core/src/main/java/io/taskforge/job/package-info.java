/** Jobs: their data, states and history, and the API for handlers. */
@NullMarked
package io.taskforge.job;

import org.jspecify.annotations.NullMarked;
