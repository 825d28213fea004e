/** Job events and listeners, for logs, metrics and custom audit trails. */
@NullMarked
package io.taskforge.event;

import org.jspecify.annotations.NullMarked;
