/** What TaskForge costs, measured. */
@NullMarked
package io.taskforge.bench;

import org.jspecify.annotations.NullMarked;
