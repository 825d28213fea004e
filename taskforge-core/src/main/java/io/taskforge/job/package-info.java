/**
 * A job and its life: what is stored, which states it goes through, and what handlers see of it.
 */
@NullMarked
package io.taskforge.job;

import org.jspecify.annotations.NullMarked;
