/** The pages that operators open in a browser. They hold no data: that comes from the API. */
@NullMarked
package io.taskforge.server.dashboard;

import org.jspecify.annotations.NullMarked;
