/** For tests: time driven by hand, a whole TaskForge on it, and assertions on jobs. */
@NullMarked
package io.taskforge.testing;

import org.jspecify.annotations.NullMarked;
