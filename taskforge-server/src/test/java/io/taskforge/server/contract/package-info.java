/** Holds the server to its own description: what it answers, and what it says it answers. */
@NullMarked
package io.taskforge.server.contract;

import org.jspecify.annotations.NullMarked;
