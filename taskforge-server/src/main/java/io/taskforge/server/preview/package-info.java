/** What a retry policy would do: each retry's delay, and the time waited up to it. */
@NullMarked
package io.taskforge.server.preview;

import org.jspecify.annotations.NullMarked;
