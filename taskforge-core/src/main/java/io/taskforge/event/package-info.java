/** What happens to jobs, for listeners: log lines, metrics, audit trails of your own. */
@NullMarked
package io.taskforge.event;

import org.jspecify.annotations.NullMarked;
