/** Code shared by the database stores: migrations, named SQL parameters and row mapping. */
@NullMarked
package io.taskforge.jdbc;

import org.jspecify.annotations.NullMarked;
