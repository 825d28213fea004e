@NullMarked
package io.taskforge.simulator.history;

import org.jspecify.annotations.NullMarked;
