/** The static files of the dashboard. They contain no data, which comes from the API. */
@NullMarked
package io.taskforge.server.dashboard;

import org.jspecify.annotations.NullMarked;
