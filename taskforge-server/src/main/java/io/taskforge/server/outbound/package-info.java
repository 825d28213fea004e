/**
 * Calls to URLs that users give: which targets may be reached, and one HTTP call within bounds of
 * time and size.
 */
@NullMarked
package io.taskforge.server.outbound;

import org.jspecify.annotations.NullMarked;
