/** Secrets as they are stored. */
@NullMarked
package io.taskforge.server.secret;

import org.jspecify.annotations.NullMarked;
