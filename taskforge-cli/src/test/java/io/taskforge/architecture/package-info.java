/** Rules on the code itself, over all modules; {@code broken} holds a class that breaks each. */
@NullMarked
package io.taskforge.architecture;

import org.jspecify.annotations.NullMarked;
