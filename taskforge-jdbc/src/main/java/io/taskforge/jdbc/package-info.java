/** What the database stores share: migrations and the reading of rows. */
@NullMarked
package io.taskforge.jdbc;

import org.jspecify.annotations.NullMarked;
