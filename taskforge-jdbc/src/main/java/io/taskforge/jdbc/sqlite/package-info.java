/** The SQLite job store. */
@NullMarked
package io.taskforge.jdbc.sqlite;

import org.jspecify.annotations.NullMarked;
