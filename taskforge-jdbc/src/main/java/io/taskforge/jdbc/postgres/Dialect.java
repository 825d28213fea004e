package io.taskforge.jdbc.postgres;

import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * What a store's statements are filled in with.
 *
 * @param clock the store's time, or null for the database's own
 */
record Dialect(TableNames names, @Nullable InstantSource clock) {}
