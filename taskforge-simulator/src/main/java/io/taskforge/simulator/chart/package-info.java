/** Charts of simulations, as SVG. */
@NullMarked
package io.taskforge.simulator.chart;

import org.jspecify.annotations.NullMarked;
