/** What each tenant may do at most, and who sees to it. */
@NullMarked
package io.taskforge.server.tenant;

import org.jspecify.annotations.NullMarked;
