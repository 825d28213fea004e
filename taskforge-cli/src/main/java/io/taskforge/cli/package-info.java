/**
 * The command line: policies and schemas by themselves, a server, and the commands that speak to
 * one.
 *
 * <p>A command reads from and writes to a {@link io.taskforge.cli.output.Console} that it is given
 * and answers with an exit code, so that it runs in a test as it does in a process.
 */
@NullMarked
package io.taskforge.cli;

import org.jspecify.annotations.NullMarked;
