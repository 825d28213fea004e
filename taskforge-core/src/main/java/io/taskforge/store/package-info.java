/** The storage SPI, for authors of stores. */
@NullMarked
package io.taskforge.store;

import org.jspecify.annotations.NullMarked;
