@NullMarked
package io.taskforge.simulator;

import org.jspecify.annotations.NullMarked;
