/**
 * One task with three libraries, for {@code docs/guides/side-by-side.md}: store an order and
 * enqueue its mail in one transaction, retry with jitter, keep mails that could not be sent, and
 * test all of it.
 */
@NullMarked
package io.taskforge.bench.sidebyside;

import org.jspecify.annotations.NullMarked;
