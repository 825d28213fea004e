/** The PostgreSQL job store. */
@NullMarked
package io.taskforge.jdbc.postgres;

import org.jspecify.annotations.NullMarked;
