/** Base classes of values that users construct: immutable, with methods that return copies. */
@NullMarked
package io.taskforge.value;

import org.jspecify.annotations.NullMarked;
