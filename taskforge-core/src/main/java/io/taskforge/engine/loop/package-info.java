/**
 * Background loops: a {@link io.taskforge.engine.loop.Turn} is one pass, a {@link
 * io.taskforge.engine.loop.Loop} repeats it on its own thread.
 */
@NullMarked
package io.taskforge.engine.loop;

import org.jspecify.annotations.NullMarked;
