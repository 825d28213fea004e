@NullMarked
package io.taskforge.simulator.check;

import org.jspecify.annotations.NullMarked;
