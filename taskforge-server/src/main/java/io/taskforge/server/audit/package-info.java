/** Who did what through the API, and how it gets into the store's audit log. */
@NullMarked
package io.taskforge.server.audit;

import org.jspecify.annotations.NullMarked;
