/** Strict JSON parsing, with error messages of our own instead of the JSON library's. */
@NullMarked
package io.taskforge.json.strict;

import org.jspecify.annotations.NullMarked;
