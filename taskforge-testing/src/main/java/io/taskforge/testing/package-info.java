/** For users' tests: a TaskForge with a manual clock, and assertions on jobs. */
@NullMarked
package io.taskforge.testing;

import org.jspecify.annotations.NullMarked;
