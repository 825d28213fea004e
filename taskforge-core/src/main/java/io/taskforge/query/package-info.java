/**
 * Filters and pages for looking up jobs, attempts, failure groups and workers. Keyset pagination.
 */
@NullMarked
package io.taskforge.query;

import org.jspecify.annotations.NullMarked;
