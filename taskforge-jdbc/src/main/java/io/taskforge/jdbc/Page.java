package io.taskforge.jdbc;

import java.util.List;

/**
 * One page of a list, cut at a number of items and at a number of bytes.
 *
 * @param more whether other items follow
 */
public record Page<T>(List<T> items, boolean more) {}
