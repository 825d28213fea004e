/** What a server shows at {@code /metrics}. */
@NullMarked
package io.taskforge.server.metrics;

import org.jspecify.annotations.NullMarked;
