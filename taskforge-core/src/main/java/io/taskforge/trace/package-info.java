/** Distributed tracing of jobs: the SPI that a tracing library is connected with. */
@NullMarked
package io.taskforge.trace;

import org.jspecify.annotations.NullMarked;
