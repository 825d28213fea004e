/** How a server is told how to run: a file, environment variables, flags; the nearest wins. */
@NullMarked
package io.taskforge.server.config;

import org.jspecify.annotations.NullMarked;
