/** Tests that start TaskForge as a process and kill it. */
@NullMarked
package io.taskforge.process;

import org.jspecify.annotations.NullMarked;
