/**
 * The command line: the server, the commands that call its API, and commands that need no server.
 *
 * <p>A command reads from and writes to a {@link io.taskforge.cli.output.Console} that it is given
 * and returns an exit code, so that tests can run it in their own process.
 */
@NullMarked
package io.taskforge.cli;

import org.jspecify.annotations.NullMarked;
