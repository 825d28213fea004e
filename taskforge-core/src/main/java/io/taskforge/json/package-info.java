/** What is wrong with JSON that was rejected. */
@NullMarked
package io.taskforge.json;

import org.jspecify.annotations.NullMarked;
