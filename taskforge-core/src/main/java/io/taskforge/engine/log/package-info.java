/** Rules for logging that the packages of TaskForge share. Not exported. */
@NullMarked
package io.taskforge.engine.log;

import org.jspecify.annotations.NullMarked;
