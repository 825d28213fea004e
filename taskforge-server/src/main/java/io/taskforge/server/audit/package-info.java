/** The audit log of API requests. */
@NullMarked
package io.taskforge.server.audit;

import org.jspecify.annotations.NullMarked;
