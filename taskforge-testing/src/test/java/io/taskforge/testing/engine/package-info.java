/** Tests of the engine and the client API, on the store in memory and a clock driven by hand. */
@NullMarked
package io.taskforge.testing.engine;

import org.jspecify.annotations.NullMarked;
