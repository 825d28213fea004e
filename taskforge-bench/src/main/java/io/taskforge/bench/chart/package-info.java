/** SVG charts. */
@NullMarked
package io.taskforge.bench.chart;

import org.jspecify.annotations.NullMarked;
