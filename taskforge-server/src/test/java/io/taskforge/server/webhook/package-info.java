@NullMarked
package io.taskforge.server.webhook;

import org.jspecify.annotations.NullMarked;
