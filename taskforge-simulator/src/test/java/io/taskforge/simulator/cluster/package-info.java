@NullMarked
package io.taskforge.simulator.cluster;

import org.jspecify.annotations.NullMarked;
