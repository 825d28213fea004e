/** Architecture rules for all modules; {@code broken} has a class that breaks each rule. */
@NullMarked
package io.taskforge.architecture;

import org.jspecify.annotations.NullMarked;
