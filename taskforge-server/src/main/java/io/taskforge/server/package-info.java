/** Where the TaskForge program starts: the one place that touches the process it runs in. */
@NullMarked
package io.taskforge.server;

import org.jspecify.annotations.NullMarked;
