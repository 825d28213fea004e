/**
 * The demo: a server, a misbehaving endpoint, and jobs that call it. It uses the HTTP API as any
 * client would.
 */
@NullMarked
package io.taskforge.cli.demo;

import org.jspecify.annotations.NullMarked;
