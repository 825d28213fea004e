/** The policy lab: simulations and what-if on history, as JSON and from the store. */
@NullMarked
package io.taskforge.server.lab;

import org.jspecify.annotations.NullMarked;
