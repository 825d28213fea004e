/** The client API: build a {@code TaskForge}, enqueue jobs, handle them, look them up. */
@NullMarked
package io.taskforge;

import org.jspecify.annotations.NullMarked;
