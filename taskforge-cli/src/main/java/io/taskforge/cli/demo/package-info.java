/**
 * The demo: a whole server, an endpoint that misbehaves, and jobs that meet it, shown as they go.
 * Everything is done over the API, as any client would.
 */
@NullMarked
package io.taskforge.cli.demo;

import org.jspecify.annotations.NullMarked;
