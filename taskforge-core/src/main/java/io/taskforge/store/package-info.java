/** The port between engine and storage, for authors of stores. Speaks the domain, in batches. */
@NullMarked
package io.taskforge.store;

import org.jspecify.annotations.NullMarked;
