/** The TaskForge server: wires the API, the engine and the worker to a store. */
@NullMarked
package io.taskforge.server;

import org.jspecify.annotations.NullMarked;
