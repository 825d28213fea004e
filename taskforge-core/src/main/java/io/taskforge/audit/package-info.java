/** The audit log: who did what, when. */
@NullMarked
package io.taskforge.audit;

import org.jspecify.annotations.NullMarked;
