/** The HTTP client of a server's API, and the failures that end a command. */
@NullMarked
package io.taskforge.cli.client;

import org.jspecify.annotations.NullMarked;
