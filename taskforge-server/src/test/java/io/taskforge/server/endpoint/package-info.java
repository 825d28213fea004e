/** A scripted HTTP endpoint that responds, hangs, stalls or violates the protocol. */
@NullMarked
package io.taskforge.server.endpoint;

import org.jspecify.annotations.NullMarked;
