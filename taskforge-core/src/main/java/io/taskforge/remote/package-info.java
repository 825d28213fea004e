/**
 * Workers in other processes and languages: claim, report, complete, fail, snooze, release, extend.
 */
@NullMarked
package io.taskforge.remote;

import org.jspecify.annotations.NullMarked;
