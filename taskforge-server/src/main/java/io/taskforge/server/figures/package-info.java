/** Figures of the last hours in short steps, which the store's hourly statistics do not have. */
@NullMarked
package io.taskforge.server.figures;

import org.jspecify.annotations.NullMarked;
