/** Tests of the engine and the client API, with the in-memory store and a manual clock. */
@NullMarked
package io.taskforge.testing.engine;

import org.jspecify.annotations.NullMarked;
