package io.taskforge.jdbc;

import java.util.List;

/**
 * One page of a list, limited to a number of items and a number of bytes.
 *
 * @param more whether there are more items
 */
public record Page<T>(List<T> items, boolean more) {}
