/** Previews of a retry policy: each retry's delay and the total delay up to it. */
@NullMarked
package io.taskforge.server.preview;

import org.jspecify.annotations.NullMarked;
