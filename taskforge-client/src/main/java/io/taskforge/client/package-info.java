/**
 * A client of a server's HTTP API: {@link io.taskforge.client.TaskForgeClient} enqueues jobs, and
 * {@link io.taskforge.client.RemoteWorker} runs them, with the handlers of the library.
 */
@NullMarked
package io.taskforge.client;

import org.jspecify.annotations.NullMarked;
